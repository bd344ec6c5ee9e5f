import type { Mask } from './mask.ts';

type LineKind = 'blank' | 'text' | 'heading' | 'numbered-heading' | 'ordered' | 'bullet' | 'row';

/** A line of an answer and its role in a list. */
export interface Line {
  kind: LineKind;
  end: number;
  /** Columns of indentation, or the level of a heading. */
  level: number;
  number: number | undefined;
  /** Where the text starts after bullet, number or first cell. */
  content: number;
}

/** Bullets, numbers and hashes are within these first characters. */
const PREFIX = 80;
const HASH = 35;
const QUOTE = 62;
/** ASCII characters that start a heading, a bullet or a number. */
const MARKS_ITEM = new Uint8Array(128);
const BY_NUMBER = 1;
const BY_BULLET = 2;
for (const mark of '#*_0123456789') MARKS_ITEM[mark.charCodeAt(0)] = BY_NUMBER;
for (const mark of '-+') MARKS_ITEM[mark.charCodeAt(0)] = BY_BULLET;
const HEADING = /^#{1,6}(?=[ \t])[ \t]*/;
const BULLET = /^[-*+•‣▪●◦–][ \t]+/;
const NUMBER = /^(?:\*\*|__)?#?(\p{Nd}{1,3})(?:[.)](?:\*\*|__)?(?=[\s*_[]|$)|[、．]|\ufe0f?\u20e3)[ \t]*/u;
const HEADING_NUMBER = /^(?:\*\*|__)?#?(\p{Nd}{1,3})(?:[.):、．]|\ufe0f?\u20e3)(?:\*\*|__)?[ \t]*/u;
const RANK_CELL = /^(?:\*\*)?#?(\p{Nd}{1,3})[.)]?(?:\*\*)?$/u;
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];

/** The lines of an answer outside code blocks. */
export function readLines(text: string, masks: Mask[], onLine: (line: Line) => void): void {
  const fences = masks.filter(({ kind }) => kind === 'fence');
  let fence = 0;
  let isTable = false;
  for (let start = 0; start < text.length; ) {
    const skipped = fences[fence];
    if (skipped && start >= skipped.start) {
      start = skipped.end;
      fence++;
      continue;
    }
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const isDelimiter = isDelimiterRow(text, start, end);
    isTable = isDelimiter || (isTable && hasPipe(text, start, end));
    if (!isDelimiter) onLine(isTable ? readRow(text, start, end) : readLine(text, start, end));
    start = end + 1;
  }
}

function readLine(text: string, start: number, end: number): Line {
  let at = start;
  let level = 0;
  for (; at < end && isIndent(text.charCodeAt(at)); at++) level = text.charCodeAt(at) === QUOTE ? 0 : level + 1;
  if (at === end) return { kind: 'blank', end, level, number: undefined, content: at };
  const unit = text.charCodeAt(at);
  const mark = unit < 128 ? MARKS_ITEM[unit] : BY_NUMBER;
  if (mark !== 0) {
    const rest = text.slice(at, Math.min(end, at + PREFIX));
    const hashes = unit === HASH ? HEADING.exec(rest)?.[0] : undefined;
    if (hashes) return readHeading(rest, hashes, at, end);
    const numbered = mark === BY_NUMBER ? NUMBER.exec(rest) : null;
    const bullet = numbered ? undefined : BULLET.exec(rest)?.[0];
    if (numbered) return { kind: 'ordered', end, level, number: digits(numbered[1]), content: at + numbered[0].length };
    if (bullet) return { kind: 'bullet', end, level, number: undefined, content: at + bullet.length };
  }
  return { kind: 'text', end, level, number: undefined, content: at };
}

function isIndent(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 13 || unit === QUOTE;
}

function readHeading(rest: string, hashes: string, start: number, end: number): Line {
  const level = hashes.trim().length;
  const numbered = HEADING_NUMBER.exec(rest.slice(hashes.length));
  const content = start + hashes.length + (numbered?.[0].length ?? 0);
  if (!numbered) return { kind: 'heading', end, level, number: undefined, content };
  return { kind: 'numbered-heading', end, level, number: digits(numbered[1]), content };
}

/** A table row. Its number is a first cell that contains only a number, its content the first cell with a name. */
function readRow(text: string, start: number, end: number): Line {
  const firstPipe = text.indexOf('|', start);
  const hasLeadingPipe = text.slice(start, firstPipe).trim() === '';
  const cell = hasLeadingPipe ? firstPipe + 1 : start;
  const cellEnd = text.indexOf('|', cell);
  const isRanked = cellEnd !== -1 && cellEnd < end;
  const rank = isRanked ? RANK_CELL.exec(text.slice(cell, Math.min(cellEnd, cell + PREFIX)).trim()) : null;
  const content = rank ? cellEnd + 1 : cell;
  return { kind: 'row', end, level: 0, number: rank ? digits(rank[1]) : undefined, content };
}

/** The line below a table header, such as `|---|:--:|`. */
function isDelimiterRow(text: string, start: number, end: number): boolean {
  let pipes = 0;
  let dashes = 0;
  for (let i = start; i < end; i++) {
    const character = text.charAt(i);
    if (character === '|') pipes++;
    else if (character === '-') dashes++;
    else if (character !== ':' && character !== ' ' && character !== '\t' && character !== '\r') return false;
  }
  return pipes > 0 && dashes > 1;
}

function hasPipe(text: string, start: number, end: number): boolean {
  const pipe = text.indexOf('|', start);
  return pipe !== -1 && pipe < end;
}

/** The value of a number in the decimal digits of any script. */
function digits(number = ''): number {
  let value = 0;
  for (const digit of number) {
    const unit = digit.charCodeAt(0);
    value = value * 10 + (unit - (ZEROS.findLast((zero) => zero <= unit) ?? unit));
  }
  return value;
}
