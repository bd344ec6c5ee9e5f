/** HMAC-SHA-256 with Web Crypto, so that it runs wherever JavaScript does. */
export async function sign(key: Bytes, text: Bytes): Promise<Bytes> {
  const subtle = await webCrypto();
  return new Uint8Array(await subtle.sign('HMAC', await importKey(subtle, key, 'sign'), text));
}

/** Whether the mac was made with the key over exactly this text. Takes the same time wherever the bytes differ. */
export async function verify(key: Bytes, mac: Bytes, text: Bytes): Promise<boolean> {
  const subtle = await webCrypto();
  return subtle.verify('HMAC', await importKey(subtle, key, 'verify'), mac, text);
}

export type Bytes = Uint8Array<ArrayBuffer>;

export function toBytes(text: string | Uint8Array): Bytes {
  return typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text);
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
  // Web Crypto refuses a key of no bytes; HMAC pads keys with zeros, so one zero byte is the same key.
  const material = key.length > 0 ? key : new Uint8Array(1);
  return subtle.importKey('raw', material, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}

async function webCrypto(): Promise<SubtleCrypto> {
  if (globalThis.crypto?.subtle) return globalThis.crypto.subtle;
  // Node 18 has it, but not as a global. A name that bundlers for browsers do not follow.
  const name = 'node:crypto';
  const { webcrypto } = (await import(/* @vite-ignore */ name)) as { webcrypto: Crypto };
  return webcrypto.subtle;
}
