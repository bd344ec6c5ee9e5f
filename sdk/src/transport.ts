import { type Attempt, aborted, attempt, type Received } from './attempt.ts';
import { ApiError, ConnectionError } from './client-errors.ts';
import { iteratePages } from './pages.ts';
import { queryString } from './path.ts';
import type { List, ReportFile } from './records.ts';
import { mayRetry, pause, retryAfterSeconds, retryDelay } from './retry.ts';
import { atLeast, type RateLimit, type RequestOptions, type Settings } from './settings.ts';
import { randomUuid } from './web-crypto.ts';

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to `/api/v1`. */
  path: string;
  query?: object | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as NDJSON. */
  ndjson?: string;
}

export interface PagedRequest {
  path: string;
  query: { page?: number; per_page?: number } | undefined;
  /** The fields that identify a record. */
  key: string[];
}

/** What a method returns if `include` adds to it. */
export type Including<Query, Plain, More> = Query extends { include: string } ? More : Plain;

export interface Transport {
  /** The parsed response body; undefined without a body. */
  json<Answer>(request: ApiRequest, options?: RequestOptions): Promise<Answer>;
  file(request: ApiRequest, options?: RequestOptions): Promise<ReportFile>;
  /** Every record of a list. */
  pages<Item>(list: PagedRequest, options?: RequestOptions): AsyncGenerator<Item, void, undefined>;
  readonly rateLimit: RateLimit | undefined;
}

export function createTransport(settings: Settings): Transport {
  let rateLimit: RateLimit | undefined;
  const note = (newest: RateLimit | undefined) => {
    rateLimit = newest ?? rateLimit;
  };
  const json = async <Answer>(request: ApiRequest, options?: RequestOptions) =>
    parse(request, await send(settings, { request, options, note })) as Answer;
  return {
    json,
    file: async (request, options) => fileOf(await send(settings, { request, options, note })),
    pages: <Item>({ path, ...list }: PagedRequest, options?: RequestOptions) =>
      iteratePages((query) => json<List<Item>>({ method: 'GET', path, query }, options), list),
    get rateLimit() {
      return rateLimit;
    },
  };
}

interface Sending {
  request: ApiRequest;
  options: RequestOptions | undefined;
  note: (rateLimit: RateLimit | undefined) => void;
}

/** Sends a request and retries it, until it succeeds or must not be retried. */
async function send(settings: Settings, { request, options = {}, note }: Sending): Promise<Received> {
  const sent = await prepare(settings, request, options);
  const { method } = request;
  const maxRetries = atLeast(0, 'maxRetries', options.maxRetries ?? settings.maxRetries);
  const isRepeatable = method === 'GET' || method === 'POST';
  let key = await settings.keyOf();
  let isKeyRenewed = false;
  for (let retries = 0; ; ) {
    const outcome = await sendOnce(settings, { sent, key, retries, note });
    if (!(outcome instanceof Error)) return outcome;
    const isRefusedKey = outcome instanceof ApiError && outcome.status === 401;
    if (isRefusedKey && settings.hasKeySource && !isKeyRenewed) {
      isKeyRenewed = true;
      const renewed = await settings.keyOf(key);
      if (renewed === key) throw outcome;
      key = renewed;
      continue;
    }
    const waitMs = retries < maxRetries ? waitAfter(outcome, { settings, retries, isRepeatable }) : undefined;
    if (waitMs === undefined) throw outcome;
    await pause(waitMs, options.signal);
    if (options.signal?.aborted) throw aborted(sent.operation, options.signal);
    retries++;
  }
}

async function prepare(settings: Settings, request: ApiRequest, options: RequestOptions): Promise<Attempt> {
  const { method, path, query, body, ndjson } = request;
  const headers = new Headers({ accept: 'application/json' });
  for (const [name, value] of Object.entries({ ...settings.headers, ...options.headers })) headers.set(name, value);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (ndjson !== undefined) headers.set('content-type', 'application/x-ndjson');
  // Generated once for all attempts, so that a retry is not processed twice.
  if (method === 'POST') headers.set('idempotency-key', options.idempotencyKey ?? (await randomUuid()));
  const content = ndjson ?? (body === undefined ? undefined : JSON.stringify(body));
  return {
    operation: `${method} /api/v1${path}`,
    url: `${settings.origin}/api/v1${path}${queryString(query)}`,
    // A redirect would turn a POST into a GET and send the key to another server.
    init: { method, headers, redirect: 'manual', ...(content === undefined ? {} : { body: content }) },
    timeoutMs: atLeast(1, 'timeoutMs', options.timeoutMs ?? settings.timeoutMs),
    signal: options.signal,
  };
}

interface OneAttempt {
  sent: Attempt;
  key: string;
  retries: number;
  note: Sending['note'];
}

/** The response, or the error to throw if there is no retry. */
async function sendOnce(
  settings: Settings,
  { sent, key, retries, note }: OneAttempt,
): Promise<Received | ApiError | ConnectionError> {
  const headers = new Headers(sent.init.headers);
  headers.set('authorization', `Bearer ${key}`);
  const began = Date.now();
  try {
    const received = await attempt(settings.fetch, { ...sent, init: { ...sent.init, headers } });
    const { response } = received;
    const rateLimit = rateLimitOf(response.headers);
    note(rateLimit);
    settings.onResponse({
      method: sent.init.method ?? 'GET',
      url: sent.url,
      status: response.status,
      headers: response.headers,
      requestId: response.headers.get('x-request-id') ?? undefined,
      rateLimit,
      retries,
      durationMs: Date.now() - began,
    });
    return response.ok ? received : apiError(sent.operation, received);
  } catch (error) {
    if (error instanceof ConnectionError) return error;
    throw error;
  }
}

function rateLimitOf(headers: Headers): RateLimit | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
  if (!limit || !remaining || !reset) return undefined;
  return { limit: Number(limit), remaining: Number(remaining), resetsAt: new Date(Number(reset) * 1000) };
}

function waitAfter(
  error: ApiError | ConnectionError,
  { settings, retries, isRepeatable }: { settings: Settings; retries: number; isRepeatable: boolean },
): number | undefined {
  const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  const isWorthIt =
    error instanceof ApiError ? mayRetry(error.status, { isRepeatable, retryAfterSeconds }) : isRepeatable;
  return isWorthIt ? retryDelay(retries, { retryAfterSeconds, maxRetryDelayMs: settings.maxRetryDelayMs }) : undefined;
}

function apiError(operation: string, { response, bytes }: Received): ApiError {
  const { status, headers } = response;
  return new ApiError({
    operation,
    status,
    detail: detailOf(response, bytes),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterSeconds(headers.get('retry-after'), { date: headers.get('date') }),
  });
}

function detailOf({ status, type, headers }: Response, bytes: Uint8Array): string {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    return `The server redirects to ${headers.get('location') ?? 'another address'}. Check baseUrl.`;
  }
  const { detail } = (parseJson(bytes) ?? {}) as { detail?: unknown };
  return typeof detail === 'string' ? detail : 'Not a response of this API. Check baseUrl.';
}

function fileOf({ response: { headers }, bytes }: Received): ReportFile {
  const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
  return { name: name ?? 'report', type: headers.get('content-type') ?? 'application/octet-stream', bytes };
}

function parse({ method, path }: ApiRequest, received: Received): unknown {
  const { response, bytes } = received;
  if (response.status === 204) return undefined;
  const value = parseJson(bytes);
  if (typeof value === 'object' && value !== null) return value;
  throw apiError(`${method} /api/v1${path}`, received);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
