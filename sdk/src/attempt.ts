import { AbortedError, ConnectionError, TimeoutError } from './client-errors.ts';

/** The part of fetch that the client uses: yours may go through a proxy, log, or answer by itself. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

export interface Attempt {
  /** How errors call it. */
  operation: string;
  url: string;
  init: RequestInit;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

export interface Received {
  response: Response;
  bytes: Uint8Array<ArrayBuffer>;
}

/** One try, up to the last byte of its answer. Throws a `ConnectionError` when none came, an `AbortedError` when you gave up. */
export async function attempt(
  fetch: FetchLike,
  { operation, url, init, timeoutMs, signal }: Attempt,
): Promise<Received> {
  if (signal?.aborted) throw aborted(operation, signal);
  const ending = new AbortController();
  const abort = () => ending.abort();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    abort();
  }, timeoutMs);
  signal?.addEventListener('abort', abort);
  try {
    const response = await fetch(url, { ...init, signal: ending.signal });
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (error) {
    if (signal?.aborted) throw aborted(operation, signal);
    if (isLate) throw new TimeoutError(operation, timeoutMs);
    throw new ConnectionError(`${operation} got no answer: ${reasonOf(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

export function aborted(operation: string, signal: AbortSignal): AbortedError {
  return new AbortedError(`${operation} was aborted`, { cause: signal.reason });
}

/** Node says only "fetch failed"; what happened is in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = (error ?? {}) as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}
