import { webCrypto } from './web-crypto.ts';

/** HMAC-SHA-256 with Web Crypto, which every JavaScript runtime has. */
export async function sign(key: Bytes, text: Bytes): Promise<Bytes> {
  const { subtle } = await webCrypto();
  return new Uint8Array(await subtle.sign('HMAC', await importKey(subtle, key, 'sign'), text));
}

/** Whether the MAC was created with the key over exactly this text. Runs in constant time. */
export async function verify(key: Bytes, mac: Bytes, text: Bytes): Promise<boolean> {
  const { subtle } = await webCrypto();
  return subtle.verify('HMAC', await importKey(subtle, key, 'verify'), mac, text);
}

export type Bytes = Uint8Array<ArrayBuffer>;

/** A request body, unparsed. */
export type RawBody = string | Uint8Array | ArrayBuffer;

export function toBytes(body: RawBody): Bytes {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body);
  // Checked by tag name: test runners have their own ArrayBuffer class.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body);
  throw new TypeError(
    'Pass the raw request body (text or bytes), not an object that a framework has parsed. ' +
      'Serializing it again changes the bytes, so the signature never matches.',
  );
}

export function toHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function fromHex(hex: string): Bytes {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

export function toBase64(bytes: Bytes): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Undefined when the text is not base64. */
export function fromBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function importKey(subtle: SubtleCrypto, key: Bytes, use: 'sign' | 'verify'): Promise<CryptoKey> {
  return subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}
