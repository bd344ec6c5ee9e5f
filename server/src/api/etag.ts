import { createHash } from 'node:crypto';

/** A name for an answer, the same as long as what it is made of is the same. */
export function etagOf(...parts: string[]): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part).update('\0');
  return `"${hash.digest('base64url')}"`;
}

/** Whether the client already has this answer: the weak comparison of RFC 9110, section 13.1.2. */
export function isKnown(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
