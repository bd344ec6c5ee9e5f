import { attempt, type FetchLike } from './attempt.ts';
import { OauthError } from './client-errors.ts';
import { toBase64, toBytes } from './hmac.ts';
import { retryAfterSeconds } from './retry.ts';
import { type KeySource, readBaseUrl } from './settings.ts';

export interface ClientCredentials {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** `read` or `read write`; left out, all that the client may have. */
  scope?: string;
  timeoutMs?: number;
  fetch?: FetchLike;
}

/** A token is renewed this long before it ends, so that none ends on its way. */
const MARGIN_MS = 60_000;

/**
 * Access tokens of an OAuth client, to give to `createClient` as its `apiKey`. A token is used until shortly before it
 * ends, or until the server refuses it.
 */
export function clientCredentials(credentials: ClientCredentials): KeySource {
  const { clientId, clientSecret } = credentials ?? {};
  if (!clientId || !clientSecret) throw new TypeError('clientId or clientSecret is missing or empty');
  const url = `${readBaseUrl(credentials.baseUrl)}/oauth/token`;
  let known: Token | undefined;
  let asking: Promise<Token> | undefined;
  return async (refused) => {
    if (known && known.token !== refused && Date.now() < known.renewAt) return known.token;
    // Whoever comes while one is being asked for waits for the same.
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
  // RFC 6749 has the two written as in a form before they are joined.
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
    detail: String(answer.error_description ?? 'An answer that is not of this service: is baseUrl right?'),
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
