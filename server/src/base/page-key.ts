import { createHash } from 'node:crypto';

/** A page by a number, because addresses are too long for an index: 64 bits of the hash of its canonical URL, as text. */
export function pageKey(canonicalUrl: string): string {
  return createHash('sha256').update(canonicalUrl).digest().readBigInt64BE(0).toString();
}
