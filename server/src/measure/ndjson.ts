import type { IncomingLine } from './ingest-line.ts';

/** The lines of a text, counted as an editor counts them. Empty ones are passed over. */
export function readNdjson(text: string): IncomingLine[] {
  const lines: IncomingLine[] = [];
  let start = text.startsWith('\ufeff') ? 1 : 0;
  for (let line = 1; start < text.length; line++) {
    const end = text.indexOf('\n', start);
    const content = text.slice(start, end === -1 ? text.length : end);
    if (content.trim() !== '') lines.push(readJsonLine(content, line));
    start = end === -1 ? text.length : end + 1;
  }
  return lines;
}

export function readJsonLine(text: string, line: number): IncomingLine {
  try {
    return { line, value: JSON.parse(text) };
  } catch {
    return { line, problem: 'The line is not valid JSON' };
  }
}
