/** The part of a list item that names its topic. */
interface Head {
  /** Undefined if nothing separates the head from the rest. */
  end: number | undefined;
  /** The text between a colon and the next separator, without markup: `Acme` in "Best value: **Acme** – from $5". */
  value: { start: number; end: number } | undefined;
}

const SPACED_DASHES = '-–—';
const WIDE_SEPARATORS = '：（，。—';
const MARKUP = ' \t*_[]~`"';

/** Finds the head of the item whose text is text[start, end). The head of a table row is its cell. */
export function headOf(text: string, start: number, end: number, { isRow }: { isRow: boolean }): Head {
  if (isRow) {
    const pipe = text.indexOf('|', start);
    return { end: pipe === -1 || pipe > end ? end : pipe, value: undefined };
  }
  const content = skipMarkup(text, start, end);
  const opening = text.slice(start, content);
  const separator = findSeparator(text, content, end, closerOf(opening));
  if (separator === end) return { end: undefined, value: undefined };
  const isColon = text.charAt(separator) === ':' || text.charAt(separator) === '：';
  return { end: separator, value: isColon ? valueAfter(text, separator + 1, end) : undefined };
}

/** A link or emphasis at the start of an item is its head: "[Acme](…) is cheap". */
function closerOf(opening: string): string | undefined {
  if (opening.includes('[')) return ']';
  return opening.includes('__') ? '__' : undefined;
}

function findSeparator(text: string, start: number, end: number, closer: string | undefined): number {
  for (let i = start; i < end; i++) {
    const character = text.charAt(i);
    if (closer?.startsWith(character) && text.startsWith(closer, i)) return i;
    if (WIDE_SEPARATORS.includes(character)) return i;
    if (character === '*' && text.charAt(i + 1) === '*' && i > start && text.charAt(i - 1) !== ' ') return i;
    const before = text.charAt(i - 1);
    const after = i + 1 < end ? text.charAt(i + 1) : ' ';
    if (SPACED_DASHES.includes(character) && before === ' ' && after === ' ') return i;
    if (character === '(' && before === ' ') return i;
    if (character === ':' && ' *_\r'.includes(after)) return i;
    if ('.!?'.includes(character) && after === ' ' && i + 1 < end) return i;
  }
  return end;
}

function valueAfter(text: string, from: number, end: number): { start: number; end: number } {
  const start = skipMarkup(text, from, end);
  let last = findSeparator(text, start, end, closerOf(text.slice(from, start)));
  while (last > start && (MARKUP.includes(text.charAt(last - 1)) || '.\r'.includes(text.charAt(last - 1)))) last--;
  return { start, end: last };
}

function skipMarkup(text: string, from: number, end: number): number {
  let start = from;
  while (start < end && MARKUP.includes(text.charAt(start))) start++;
  return start;
}
