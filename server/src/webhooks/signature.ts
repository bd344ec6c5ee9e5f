import { createHmac } from 'node:crypto';

/** The value of `X-Service-Signature`: HMAC-SHA-256 over the body, keyed with the webhook's secret. */
export function signBody(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/**
 * The value of `webhook-signature` in the Standard Webhooks scheme, over id, time and body. It lets a receiver reject a
 * recorded delivery that an attacker sends again.
 */
export function signMessage(message: { id: string; timestamp: number; body: string }, secret: string): string {
  const text = `${message.id}.${message.timestamp}.${message.body}`;
  return `v1,${createHmac('sha256', standardKey(secret)).update(text).digest('base64')}`;
}

/**
 * Libraries of this scheme decode `whsec_` plus base64 to the key's bytes. Any other secret is used as is, like in the
 * main header.
 */
function standardKey(secret: string): Buffer {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return encoded ? Buffer.from(encoded, 'base64') : Buffer.from(secret);
}
