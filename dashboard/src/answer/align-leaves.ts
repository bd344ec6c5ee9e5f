import { fromMarkdown } from 'mdast-util-from-markdown';

interface Leaf {
  start: number;
  end: number;
  text: string;
}

const REFERENCE = /^&(?:#x?[\da-f]{1,7}|[a-z][a-z\d]{1,31});/i;
const ESCAPE = /^\\[!-/:-@[-`{-~]/;
/** What the parser drops at the ends of lines: spaces, and the mark of a quotation. */
const DROPPED = /[ \t\r>]/;

/**
 * Where each character of a parsed text is in its source, which also has escapes, references such as `&amp;`, and marks at
 * the start of lines. Undefined if they do not match.
 */
export function alignText(source: string, value: string, start: number): Leaf[] | undefined {
  const leaves: Leaf[] = [];
  let at = 0;
  let shown = 0;
  const take = (length: number, text: string) => {
    add(leaves, { start: start + at, end: start + at + length, text });
    at += length;
    shown += text.length;
  };
  while (at < source.length) {
    const reference = source[at] === '&' ? REFERENCE.exec(source.slice(at, at + 40))?.[0] : undefined;
    const decoded = reference && decode(reference);
    if (reference && decoded !== undefined && value.startsWith(decoded, shown)) take(reference.length, decoded);
    else if (ESCAPE.test(source.slice(at, at + 2)) && value[shown] === source[at + 1]) {
      at++;
      take(1, source[at] ?? '');
    } else if (source[at] === value[shown]) take(1, source[at] ?? '');
    else if (DROPPED.test(source[at] ?? '')) at++;
    else return undefined;
  }
  return shown === value.length ? leaves : undefined;
}

/** The character of a reference. Undefined if there is no such reference. */
function decode(reference: string): string | undefined {
  const [paragraph] = fromMarkdown(reference).children;
  const [text] = paragraph?.type === 'paragraph' ? paragraph.children : [];
  return text?.type === 'text' && text.value !== reference ? text.value : undefined;
}

export function alignInlineCode(source: string, value: string, start: number): Leaf[] | undefined {
  const at = source.replace(/[\r\n]/g, ' ').indexOf(value, /^`*/.exec(source)?.[0].length ?? 0);
  if (at === -1) return undefined;
  return [{ start: start + at, end: start + at + value.length, text: value }];
}

export function alignCode(source: string, value: string, start: number): Leaf[] | undefined {
  const leaves: Leaf[] = [];
  const lines = value.split('\n');
  let at = /^[`~]/.test(source) ? source.indexOf('\n') + 1 : 0;
  for (const [index, line] of lines.entries()) {
    const found = source.indexOf(line, at);
    if (found === -1) return undefined;
    if (line !== '') add(leaves, { start: start + found, end: start + found + line.length, text: line });
    at = found + line.length;
    if (index === lines.length - 1) break;
    const newline = source.indexOf('\n', at);
    if (newline === -1) return undefined;
    add(leaves, { start: start + newline, end: start + newline + 1, text: '\n' });
    at = newline + 1;
  }
  return leaves;
}

/** Adds to the last leaf if both are shown as written and adjacent. */
function add(leaves: Leaf[], leaf: Leaf): void {
  const last = leaves.at(-1);
  const isAsWritten = (one: Leaf) => one.end - one.start === one.text.length;
  if (last && last.end === leaf.start && isAsWritten(last) && isAsWritten(leaf)) {
    last.text += leaf.text;
    last.end = leaf.end;
  } else leaves.push(leaf);
}
