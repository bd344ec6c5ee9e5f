import { createHash, randomBytes } from 'node:crypto';

/** A random secret of 256 bits. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form. 256 random bits need no salt and no slow hash. */
export function hashed(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
