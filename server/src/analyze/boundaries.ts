import { CLASS, classAt, FOLDED, HANGUL, KATAKANA, MARK, OTHER, TRANSPARENT, UNSPACED, WORD } from './fold.ts';

/** A part of the text without masks. */
export type Stretch = [from: number, to: number];

const SHORTEST_AFTER_PROCLITIC = 4;
const LONGEST_PROCLITIC = 4;
/** Arabic and Hebrew write prefixes such as "and", "in", "to" and "the" as one word with the following name. */
const ARABIC_PROCLITIC = /^[وف]?(?:[بلك]|ال|لل|[بك]ال)?$/;
const HEBREW_PROCLITIC = /^ו?ש?[הבלמכ]?$/;
const AT = 64;
const HYPHEN = 45;
const DOT = 46;
const UNDERSCORE = 95;

/** Whether a name may start at `start`: "Apple" not in "Pineapple", but 小米 anywhere. */
export function beginsWord(text: string, start: number, end: number, [from]: Stretch): boolean {
  const own = classAt(text, start);
  if (own === UNSPACED) return true;
  const before = classBefore(text, start, from);
  if (own === KATAKANA || own === HANGUL) return before !== own;
  return before !== WORD || followsProclitic(text, start, end, from);
}

/** Whether a name may end before `end`: Korean particles may follow, letters of a script with spaces may not. */
export function endsWord(text: string, start: number, end: number, [, to]: Stretch): boolean {
  const after = classAfter(text, end, to);
  if (after === MARK) return false;
  const own = classBefore(text, end, start);
  if (own === UNSPACED || own === HANGUL) return true;
  return after !== (own === KATAKANA ? KATAKANA : WORD);
}

/** Whether a domain name is used on its own, rather than as part of another domain or an email address. */
export function isWholeDomain(text: string, start: number, end: number, [from, to]: Stretch): boolean {
  const before = start > from ? text.charCodeAt(start - 1) : 0;
  if (before === AT || before === HYPHEN || before === UNDERSCORE) return false;
  return !(end + 1 < to && text.charCodeAt(end) === DOT && classAt(text, end + 1) === WORD);
}

function classBefore(text: string, index: number, from: number): number {
  for (let i = index - 1; i >= from; i--) {
    const found = classAt(text, i);
    if (found !== TRANSPARENT && found !== MARK) return found;
  }
  return OTHER;
}

function classAfter(text: string, index: number, to: number): number {
  for (let i = index; i < to; i++) {
    const found = classAt(text, i);
    if (found !== TRANSPARENT) return found;
  }
  return OTHER;
}

function followsProclitic(text: string, start: number, end: number, from: number): boolean {
  const script = proclitics(text.charCodeAt(start));
  if (!script || end - start < SHORTEST_AFTER_PROCLITIC) return false;
  let prefix = '';
  for (let i = start - 1; i >= from && prefix.length <= LONGEST_PROCLITIC; i--) {
    const found = CLASS[text.charCodeAt(i)];
    if (found === WORD) prefix = String.fromCharCode(FOLDED[text.charCodeAt(i)] as number) + prefix;
    else if (found !== TRANSPARENT) break;
  }
  return script.test(prefix);
}

function proclitics(unit: number): RegExp | undefined {
  if (unit >= 0x5d0 && unit <= 0x5ea) return HEBREW_PROCLITIC;
  return unit >= 0x620 && unit <= 0x6d3 ? ARABIC_PROCLITIC : undefined;
}
