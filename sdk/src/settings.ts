import type { FetchLike } from './attempt.ts';

/** Returns the key for the next request. After a 401 it is called with the rejected key and may return another one. */
export type KeySource = (refused?: string) => string | Promise<string>;

/** The hourly rate limit, from the latest response. */
export interface RateLimit {
  limit: number;
  remaining: number;
  resetsAt: Date;
}

/** A response as passed to `onResponse`, once per attempt. */
export interface ResponseInfo {
  method: string;
  url: string;
  status: number;
  headers: Headers;
  requestId: string | undefined;
  rateLimit: RateLimit | undefined;
  /** 0 for the first attempt. */
  retries: number;
  durationMs: number;
}

export interface ClientOptions {
  /** The address of the service, such as `https://visibility.example`. */
  baseUrl: string;
  /** An API key (`svc_live_…` or `svc_test_…`), or a function that returns one, such as `clientCredentials({…})`. */
  apiKey: string | KeySource;
  /** Timeout of one attempt, until the last byte. Default 60,000. */
  timeoutMs?: number;
  /** How often a failed request is retried. Default 2. */
  maxRetries?: number;
  /** The longest delay before a retry. If the server asks for more, the error is thrown instead. Default 60,000. */
  maxRetryDelayMs?: number;
  /** Sent with every request. */
  headers?: Record<string, string>;
  fetch?: FetchLike;
  onResponse?: (info: ResponseInfo) => void;
}

/** Options for one call. */
export interface RequestOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  maxRetries?: number;
  headers?: Record<string, string>;
  /** For POST requests: requests with the same key are processed once. Default: a random key. */
  idempotencyKey?: string;
}

export interface Settings {
  origin: string;
  keyOf: KeySource;
  /** Whether calling again may return another key. */
  hasKeySource: boolean;
  timeoutMs: number;
  maxRetries: number;
  maxRetryDelayMs: number;
  headers: Record<string, string>;
  fetch: FetchLike;
  onResponse: (info: ResponseInfo) => void;
}

/** Returns the options with defaults. Throws a `TypeError` that names the invalid option. Never shows the key. */
export function readOptions(options: ClientOptions): Settings {
  const { baseUrl, apiKey, fetch, headers = {}, onResponse = () => {} } = options ?? {};
  const origin = readBaseUrl(baseUrl);
  const hasKeySource = typeof apiKey === 'function';
  const fixed = hasKeySource ? '' : checkKey(apiKey);
  return {
    origin,
    keyOf: hasKeySource ? async (refused) => checkKey(await apiKey(refused)) : () => fixed,
    hasKeySource,
    timeoutMs: atLeast(1, 'timeoutMs', options.timeoutMs ?? 60_000),
    maxRetries: atLeast(0, 'maxRetries', options.maxRetries ?? 2),
    maxRetryDelayMs: atLeast(0, 'maxRetryDelayMs', options.maxRetryDelayMs ?? 60_000),
    headers,
    // Looked up on each call, so that a later replacement of the global fetch is used.
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    onResponse,
  };
}

/** The address without `/api/v1`, which is optional in the input. */
export function readBaseUrl(baseUrl: unknown): string {
  if (typeof baseUrl !== 'string' || baseUrl.trim() === '') {
    throw new TypeError('baseUrl is missing. Set it to the address of the service, such as https://visibility.example');
  }
  const url = parsed(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`baseUrl must be an http or https address: ${JSON.stringify(baseUrl)}`);
  }
  // The value is not shown: it may contain a password.
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must not contain a user name, a query or a fragment');
  }
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}

/** Other characters are invalid in a header, and fetch would show the key in its error. */
function checkKey(key: unknown): string {
  if (typeof key !== 'string' || key === '') {
    throw new TypeError('apiKey is missing or empty. Check the setting that holds it.');
  }
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('apiKey contains spaces or other invalid characters');
  return key;
}

export function atLeast(least: number, name: string, value: number): number {
  if (typeof value !== 'number' || !(value >= least))
    throw new TypeError(`${name} must be a number of at least ${least}`);
  return value;
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
