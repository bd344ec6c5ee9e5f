import type { Mode } from '../store/accounts/accounts.ts';
import { hasChecksum, makeCheckedText } from './checked-text.ts';

// The underscore after the kind ensures that neither looks like an API key.
const TOKEN = /^svc_(?:live|test)_at_[0-9A-Za-z]{36}$/;
const CLIENT_SECRET = /^svc_(?:live|test)_cs_[0-9A-Za-z]{36}$/;
const CLIENT_ID = /^oac_[0-9a-z]{26}$/;

export function generateToken(mode: Mode): string {
  return makeCheckedText(`svc_${mode}_at_`);
}

export function generateClientSecret(mode: Mode): string {
  return makeCheckedText(`svc_${mode}_cs_`);
}

/** Whether a text has the format of an access token. Others are rejected without a database query. */
export function isTokenShaped(text: string): boolean {
  return TOKEN.test(text) && hasChecksum(text);
}

export function areCredentialsShaped({ clientId, secret }: { clientId: string; secret: string }): boolean {
  return CLIENT_ID.test(clientId) && CLIENT_SECRET.test(secret) && hasChecksum(secret);
}

/** The client id of an assistant. Others are rejected without a database query. */
export function isAppId(text: string): boolean {
  return /^app_[0-9a-z]{26}$/.test(text);
}

/** The part of a token that may appear in the log. */
export function shownTokenPrefix(token: string): string {
  return token.slice(0, 'svc_live_at_'.length + 4);
}
