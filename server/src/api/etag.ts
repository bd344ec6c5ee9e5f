import { createHash } from 'node:crypto';

/** An ETag that stays the same as long as the content does. */
export function etagOf(...parts: string[]): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part).update('\0');
  return `"${hash.digest('base64url')}"`;
}

/** Whether the client already has this response: the weak comparison of RFC 9110, section 13.1.2. */
export function isKnown(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
