/**
 * Returns the next line at each call, and undefined after the last. An array of all lines would keep a hundred thousand
 * strings alive, which costs more than reading them.
 */
export function lineReader(text: string | undefined): () => string | undefined {
  let from = text === undefined ? -1 : 0;
  return () => {
    if (text === undefined || from < 0) return undefined;
    const end = text.indexOf('\n', from);
    const line = end < 0 ? text.slice(from) : text.slice(from, end);
    from = end < 0 ? -1 : end + 1;
    return line;
  };
}
