/**
 * Returns the next line at each call, and undefined after the last. With an array of all lines, of which gaps have
 * hundreds of thousands, garbage collection took a third of the time.
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
