import { type Dispatcher, fetch, type Headers } from 'undici';
import { PlatformError } from '../base/errors.ts';
import { parseUrl } from '../base/parse-url.ts';
import { failSpan, traceCall } from '../base/tracing.ts';
import { redact, secretOf } from './redact.ts';

export interface HttpRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface ExchangeOptions {
  signal: AbortSignal;
  dispatcher: Dispatcher | undefined;
  maxBytes: number;
}

export interface HttpReply {
  status: number;
  headers: Headers;
  /** Removes the request's key from a text, in case the other side repeats it. */
  body: string;
  ms: number;
}

/**
 * One request and its whole reply, with any status. Failures are `PlatformError`s: `network`, `too_large`, or `timeout`
 * if the signal ends it. Errors of the HTTP client are not passed on, because they can contain the URL.
 */
export function exchange(platformId: string, request: HttpRequest, options: ExchangeOptions): Promise<HttpReply> {
  const host = parseUrl(request.url)?.host ?? '';
  const attributes = {
    'http.request.method': request.method,
    'server.address': host,
    'visibility.platform': platformId,
  };
  return traceCall(`${request.method} ${host}`, { attributes }, async (span) => {
    const reply = await exchangeOnce(platformId, request, options);
    span.setAttribute('http.response.status_code', reply.status);
    if (reply.status >= 400) failSpan(span, reply.status);
    return reply;
  });
}

async function exchangeOnce(platformId: string, request: HttpRequest, options: ExchangeOptions): Promise<HttpReply> {
  const { url, ...init } = request;
  const { signal, dispatcher, maxBytes } = options;
  const began = performance.now();
  let isPaid = false;
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal, ...(dispatcher && { dispatcher }) });
    isPaid = response.ok;
    const body = await readText(response.body, maxBytes);
    if (body === undefined) throw new PlatformError(platformId, 'too_large', { retryable: false });
    const { status, headers } = response;
    return {
      status,
      headers,
      body: redact(body, secretOf(request.headers)),
      ms: Math.round(performance.now() - began),
    };
  } catch (error) {
    if (error instanceof PlatformError) throw error;
    if (signal.aborted) throw new PlatformError(platformId, 'timeout', { retryable: !isPaid });
    throw new PlatformError(platformId, 'network', { retryable: !isPaid, detail: networkCode(error) });
  }
}

async function readText(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the rest of the body.
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  // Drops a byte order mark, which is not JSON.
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function networkCode(error: unknown): string | undefined {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : undefined;
}
