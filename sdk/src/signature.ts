import type { WebhookEvent } from './events.ts';

/**
 * Whether a delivery's `X-Service-Signature` was made with your secret over exactly these bytes.
 * Pass the body as it arrived: parsing and serialising it again changes the bytes.
 */
export async function verifySignature(
  body: string | Uint8Array,
  signature: string | null | undefined,
  secret: string,
): Promise<boolean> {
  const digest = /^sha256=([0-9a-f]{64})$/.exec(signature ?? '')?.[1];
  if (!digest) return false;

  const key = await crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  // The comparison inside `verify` takes the same time wherever the bytes differ.
  return crypto.subtle.verify('HMAC', key, fromHex(digest), encode(body));
}

/** Checks the signature and hands back the event, or throws: the receiver should then answer 401. */
export async function parseEvent(
  body: string | Uint8Array,
  signature: string | null | undefined,
  secret: string,
): Promise<WebhookEvent> {
  if (!(await verifySignature(body, signature, secret))) {
    throw new Error('The signature does not match the body: answer 401 and do nothing else');
  }
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent;
}

function encode(text: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text);
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}
