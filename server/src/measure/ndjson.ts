import { findOversize } from '../base/json-size.ts';
import type { IncomingLine, UnparsedLine } from './ingest-line.ts';

const NEWLINE = 10;

/** The first `most` lines of a text, numbered as in an editor. Blank lines are skipped. */
export function readNdjson(text: string, most: number): (IncomingLine | UnparsedLine)[] {
  const lines: (IncomingLine | UnparsedLine)[] = [];
  const names = new Set<number>();
  let line = 1;
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length && lines.length < most; at++) {
    const unit = text.charCodeAt(at);
    // A text of only line ends can have 8 million of them, too many to process each as a line.
    if (unit === NEWLINE) line++;
    if (unit === NEWLINE || isBlank(unit)) continue;
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline;
    const problem = findOversize(text, { from: at, to: end, names });
    lines.push(problem === undefined ? { line, json: text.slice(at, end) } : { line, problem });
    at = end - 1;
  }
  return lines;
}

export function readJsonLine(json: string, line: number): IncomingLine {
  try {
    return { line, value: JSON.parse(json) };
  } catch {
    return { line, problem: 'The line is not valid JSON' };
  }
}

/** White space of JSON. */
function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 13;
}
