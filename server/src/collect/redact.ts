const SECRET_HEADERS = new Set(['authorization', 'x-api-key', 'x-goog-api-key', 'api-key']);
/** A shorter "key" is a placeholder of a local server. Replacing it would damage ordinary words. */
const SHORTEST_SECRET = 8;

/** The secret in a request, without its scheme. Undefined for a server that needs none. */
export function secretOf(headers: Record<string, string>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (SECRET_HEADERS.has(name.toLowerCase())) return value.replace(/^(?:bearer|basic)\s+/i, '');
  }
  return undefined;
}

/** The text without the secret, in plain and in URL-encoded form. */
export function redact(text: string, secret: string | undefined): string {
  if (secret === undefined || secret.length < SHORTEST_SECRET) return text;
  return text.replaceAll(secret, '[redacted]').replaceAll(encodeURIComponent(secret), '[redacted]');
}
