import { AbortedError, ConnectionError, TimeoutError } from './client-errors.ts';

/** The part of fetch that the client uses. Pass your own to use a proxy, log requests or stub responses. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

export interface Attempt {
  /** The name of the request in error messages. */
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

/** setTimeout fires immediately for longer delays. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * One attempt, until the last byte of the response. Throws a `ConnectionError` without a complete response, and an
 * `AbortedError` if your signal aborts.
 */
export async function attempt(
  fetch: FetchLike,
  { operation, url, init, timeoutMs, signal }: Attempt,
): Promise<Received> {
  if (signal?.aborted) throw aborted(operation, signal);
  const ending = new AbortController();
  const abort = () => ending.abort();
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      abort();
    },
    Math.min(timeoutMs, LONGEST_TIMER_MS),
  );
  signal?.addEventListener('abort', abort);
  try {
    const response = await fetch(url, { ...init, signal: ending.signal });
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (error) {
    if (signal?.aborted) throw aborted(operation, signal);
    if (isLate) throw new TimeoutError(operation, timeoutMs);
    throw new ConnectionError(`${operation} got no response: ${reasonOf(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

export function aborted(operation: string, signal: AbortSignal): AbortedError {
  return new AbortedError(`${operation} was aborted`, { cause: signal.reason });
}

/** Node's message is only "fetch failed"; the reason is in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = (error ?? {}) as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}
