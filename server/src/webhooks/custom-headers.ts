export const MOST_HEADERS = 10;
export const LONGEST_HEADER_NAME = 64;
export const LONGEST_HEADER_VALUE = 1_024;

/** Set by us or by the connection: another value would break the request, the signature or what a receiver may trust. */
const RESERVED = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);
const OURS = ['x-service-', 'webhook-'];

/** What is wrong with the name of a header. Undefined if it is valid. */
export function headerNameProblem(name: string): string | undefined {
  if (name.length > LONGEST_HEADER_NAME) return `the name must have at most ${LONGEST_HEADER_NAME} characters`;
  if (!/^[A-Za-z0-9_-]+$/.test(name)) return 'the name may only contain letters, digits, hyphens and underscores';
  const lower = name.toLowerCase();
  if (RESERVED.has(lower) || OURS.some((start) => lower.startsWith(start))) return 'this header is set by the service';
  return undefined;
}

/** What is wrong with the value of a header. Undefined if it is valid. The value itself is never repeated. */
export function headerValueProblem(value: string): string | undefined {
  if (value.length === 0) return 'must not be empty';
  if (value.length > LONGEST_HEADER_VALUE) return `must have at most ${LONGEST_HEADER_VALUE} characters`;
  if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value)) {
    return 'must be printable ASCII without spaces at the ends';
  }
  return undefined;
}

/**
 * The headers after a change, which works like a JSON merge patch: null removes a header, or all of them. The values
 * cannot be read back, so unchanged headers must not have to be sent again.
 */
export function mergeHeaders(
  stored: Record<string, string>,
  change: Record<string, string | null> | null,
): Record<string, string> {
  if (change === null) return {};
  const merged = new Map(Object.entries(stored));
  for (const [name, value] of Object.entries(change)) {
    for (const known of merged.keys()) if (known.toLowerCase() === name.toLowerCase()) merged.delete(known);
    if (value !== null) merged.set(name, value);
  }
  return Object.fromEntries(merged);
}
