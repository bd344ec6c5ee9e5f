import type { FetchLike } from './attempt.ts';

/** Gives the key for the next request. Called with the one that the server has just refused, it may get another. */
export type KeySource = (refused?: string) => string | Promise<string>;

/** What the newest answer said of the hour's requests. */
export interface RateLimit {
  limit: number;
  remaining: number;
  resetsAt: Date;
}

/** An answer as `onResponse` sees it, one for every try. */
export interface ResponseInfo {
  method: string;
  url: string;
  status: number;
  headers: Headers;
  requestId: string | undefined;
  rateLimit: RateLimit | undefined;
  /** 0 for the first try. */
  retries: number;
  durationMs: number;
}

export interface ClientOptions {
  /** Where the service is, such as `https://visibility.example`. */
  baseUrl: string;
  /** A key (`svc_live_…` or `svc_test_…`), or what gives one, such as `clientCredentials({…})`. */
  apiKey: string | KeySource;
  /** How long one try may take, to the last byte; default 60,000. */
  timeoutMs?: number;
  /** How often a request is sent again; default 2. */
  maxRetries?: number;
  /** The longest wait before another try; when the server asks for more, its answer is thrown instead. Default 60,000. */
  maxRetryDelayMs?: number;
  /** Sent with every request. */
  headers?: Record<string, string>;
  fetch?: FetchLike;
  onResponse?: (info: ResponseInfo) => void;
}

/** What one call may say differently. */
export interface RequestOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  maxRetries?: number;
  headers?: Record<string, string>;
  /** For a POST: under the same key it is carried out once. Without it, a random one is sent. */
  idempotencyKey?: string;
}

export interface Settings {
  origin: string;
  keyOf: KeySource;
  /** Whether asking again may give another key. */
  hasKeySource: boolean;
  timeoutMs: number;
  maxRetries: number;
  maxRetryDelayMs: number;
  headers: Record<string, string>;
  fetch: FetchLike;
  onResponse: (info: ResponseInfo) => void;
}

/** The options with their defaults, or a `TypeError` that says which is wrong. Never shows the key. */
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
    // Asked for at each call: whoever replaces the global one later is meant, too.
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    onResponse,
  };
}

/** The address before `/api/v1`, which may be given or not. */
export function readBaseUrl(baseUrl: unknown): string {
  if (typeof baseUrl !== 'string' || baseUrl.trim() === '') {
    throw new TypeError('baseUrl is missing: where the service is, such as https://visibility.example');
  }
  const url = parsed(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`baseUrl must be an http or https address: ${JSON.stringify(baseUrl)}`);
  }
  // Not shown: what stands there may be a password.
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must not have a user, a query or a fragment');
  }
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}

/** Anything else could not stand in a header, and fetch would show it in the error. */
function checkKey(key: unknown): string {
  if (typeof key !== 'string' || key === '') {
    throw new TypeError('apiKey is missing or empty: is the setting that holds it set?');
  }
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('apiKey has spaces or other characters that no key has');
  return key;
}

export function atLeast(least: number, name: string, value: number): number {
  if (typeof value !== 'number' || !(value >= least)) throw new TypeError(`${name} must be a number from ${least} on`);
  return value;
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
