/**
 * The address, or undefined when it is none. Not asked of `URL.canParse` first: once that is hot, Node 20 says no to
 * hosts such as `bücher.example`.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
