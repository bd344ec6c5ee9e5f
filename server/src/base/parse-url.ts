/**
 * The parsed URL, or undefined if it is invalid. Does not use `URL.canParse`: after some calls, Node 20's version
 * rejects hosts such as `bücher.example`.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
