import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
// The length that RFC 4226 recommends.
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of a time step (RFC 6238, with the defaults of authenticator apps: SHA-1, 30 seconds). */
export function totpCode(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 0xf) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step whose code this is: the current one, or a neighbor, since clocks differ. */
export function stepOfCode(secret: Buffer, code: string, nowMs = Date.now()): number | undefined {
  const now = Math.floor(nowMs / 1000 / STEP_SECONDS);
  const given = Buffer.from(code);
  return [now, now - 1, now + 1].find((step) => {
    const expected = Buffer.from(totpCode(secret, step));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

export function makeTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** As people type it, and as authenticator apps read it. 20 bytes need no padding. */
export function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32.charAt((held >> (bits - 5)) & 31);
    held &= (1 << bits) - 1;
  }
  return text;
}

/** The address that an authenticator app reads from a QR code. */
export function totpUri(secret: Buffer, email: string): string {
  const label = encodeURIComponent(`Visibility:${email}`);
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Visibility`;
}
