import { attempt, type FetchLike } from './attempt.ts';
import { OauthError } from './client-errors.ts';
import { toBase64, toBytes } from './hmac.ts';
import { retryAfterSeconds } from './retry.ts';
import { type KeySource, readBaseUrl } from './settings.ts';

export interface ClientCredentials {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** `read` or `read write`. Default: all scopes of the client. */
  scope?: string;
  timeoutMs?: number;
  fetch?: FetchLike;
}

/** How long before its expiry a token is renewed, so that none expires in flight. */
const MARGIN_MS = 60_000;

/**
 * Gets access tokens for an OAuth client. Pass the result to `createClient` as `apiKey`. A token is reused until
 * shortly before it expires, or until the server rejects it.
 */
export function clientCredentials(credentials: ClientCredentials): KeySource {
  const { clientId, clientSecret } = credentials ?? {};
  if (!clientId || !clientSecret) throw new TypeError('clientId or clientSecret is missing or empty');
  const url = `${readBaseUrl(credentials.baseUrl)}/oauth/token`;
  let known: Token | undefined;
  let asking: Promise<Token> | undefined;
  return async (refused) => {
    if (known && known.token !== refused && Date.now() < known.renewAt) return known.token;
    // Concurrent calls share one token request.
    asking ??= askToken(url, credentials).finally(() => {
      asking = undefined;
    });
    known = await asking;
    return known.token;
  };
}

interface Token {
  token: string;
  renewAt: number;
}

async function askToken(url: string, credentials: ClientCredentials): Promise<Token> {
  const { clientId, clientSecret, scope, timeoutMs = 60_000, fetch = globalThis.fetch } = credentials;
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) });
  // RFC 6749 requires both to be form-encoded before they are joined.
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const headers = {
    authorization: `Basic ${toBase64(toBytes(pair))}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const init: RequestInit = { method: 'POST', headers, body: form.toString(), redirect: 'manual' };
  const asked = { operation: 'POST /oauth/token', url, init, timeoutMs, signal: undefined };
  const { response, bytes } = await attempt((...args) => fetch(...args), asked);
  const answer = read(bytes);
  if (response.ok && typeof answer.access_token === 'string') {
    const livesMs = Number(answer.expires_in ?? 0) * 1000;
    return { token: answer.access_token, renewAt: Date.now() + livesMs - MARGIN_MS };
  }
  throw new OauthError({
    status: response.status,
    code: String(answer.error ?? 'unknown'),
    detail: String(answer.error_description ?? 'Not a response of this service. Check baseUrl.'),
    retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after'), { date: response.headers.get('date') }),
  });
}

function read(bytes: Uint8Array): Record<string, unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) ?? {};
  } catch {
    return {};
  }
}
