const SECRET_HEADERS = new Set(['authorization', 'x-api-key', 'x-goog-api-key', 'api-key']);
/** A shorter "key" is a placeholder of a local server; replacing it would damage ordinary words. */
const SHORTEST_SECRET = 8;

/** The secret a request carries, without its scheme; undefined for a server that needs none. */
export function secretOf(headers: Record<string, string>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (SECRET_HEADERS.has(name.toLowerCase())) return value.replace(/^(?:bearer|basic)\s+/i, '');
  }
  return undefined;
}

/** The text without the secret, as it is and as it stands in an address. */
export function redact(text: string, secret: string | undefined): string {
  if (secret === undefined || secret.length < SHORTEST_SECRET) return text;
  return text.replaceAll(secret, '[redacted]').replaceAll(encodeURIComponent(secret), '[redacted]');
}
