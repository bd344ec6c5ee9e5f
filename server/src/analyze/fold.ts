import { own } from '../base/own.ts';
/** The class of a character in a word, which decides where a name may start and end. */
export const OTHER = 0;
/** Letters and digits of scripts with spaces between words. */
export const WORD = 1;
/** Scripts without spaces: a name may be directly between other letters. */
export const UNSPACED = 2;
export const KATAKANA = 3;
export const HANGUL = 4;
/** Completes the previous character, so that no name may end between the two. */
export const MARK = 5;
/** Ignored: combining marks that folding drops, invisible characters, Arabic and Hebrew vowel points. */
export const TRANSPARENT = 6;

/** What folding does with a UTF-16 unit, besides replacing it by `FOLDED`. */
export const PLAIN = 0;
export const SPACE = 1;
export const DROPPED = 2;
const EXPANDED = 3;
const SURROGATE = 4;
/** A mark that merges with the previous unit, as U+3099 does with か. */
export const COMPOSING = 5;
const STAR = 6;

/** Takes the place of HTML tags. A noncharacter, so that it never occurs in text. Folding drops it, but a name may end at it. */
export const FILLER = String.fromCharCode(0xfdd2);

export const FOLDED = new Uint16Array(65536);
export const TREATMENT = new Uint8Array(65536);
export const CLASS = new Uint8Array(65536);
export const LETTER_CASE = new Uint8Array(65536);
export const UPPER = 1;
export const LOWER = 2;
const EXPANSIONS = new Map<number, string>();

const LETTER_OR_DIGIT = /[\p{L}\p{Nd}\p{Nl}]/u;
const MARKS = /\p{M}/gu;
const KEPT_MARK =
  /[\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Thai}\p{scx=Laoo}\p{scx=Tibt}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Hira}\p{scx=Kana}]/u;
const UNSPACED_SCRIPT =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\u3005\u3007\u{1b000}-\u{1b16f}]/u;
const KATAKANA_SCRIPT = /[\p{sc=Kana}\u30fc\uff70\uff9e\uff9f]/u;
const HANGUL_SCRIPT = /\p{sc=Hang}/u;
const VOWEL_POINT = /[\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}\p{scx=Thaa}]/u;
const INDIC_MARK =
  /[\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}]/u;
const UPPER_CASE = /[\p{Lu}\p{Lt}]/u;
const LOWER_CASE = /\p{Ll}/u;
const WHITE_SPACE = /\s/u;
/** Includes the Katakana middle dot: コカ・コーラ is also written コカコーラ. */
const DASH = /[\p{Pd}\u2212\u30fb\uff65]/u;
const COMPOSING_MARK =
  /[\u3099\u309a\u0653-\u0655\u1161-\u1175\u11a8-\u11c2\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0bd7\u0c56\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dca\u0dcf\u0ddf\u102e]/;
const INVISIBLE = /[\p{Cf}\u0640]/u;

/** Characters that NFKD keeps although readers see them as a plain letter with an addition. */
const SAME_LETTER: Record<string, string> = { ß: 'ss', ı: 'i', ς: 'σ', ł: 'l', ø: 'o', đ: 'd', æ: 'ae', œ: 'oe' };
const SINGLE_QUOTES = '‘’‚‛′ʼʻ＇`´';
const DOUBLE_QUOTES = '“”„‟″«»＂';
const TRADE_MARKS = '™®℠©';
/** Joins word parts in Persian, where the same name is also written with a space or without. */
const ZERO_WIDTH_NON_JOINER = '\u200c';

for (let unit = 0; unit < 65536; unit++) {
  describe(unit);
}

/** The folded form of a name or word: the same for all its spellings. */
export function foldText(text: string): string {
  let folded = '';
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const treatment = TREATMENT[unit];
    if (treatment === PLAIN) {
      folded += String.fromCharCode(FOLDED[unit] as number);
    } else if (treatment === SPACE) {
      folded += folded.endsWith(' ') ? '' : ' ';
    } else if (treatment === COMPOSING) {
      const composed = composedBefore(text, i);
      folded = composed ? folded.slice(0, -1) + composed : folded + foldedAt(text, i);
    } else {
      folded += foldSpecial(text, i);
      i += characterLength(text, i) - 1;
    }
  }
  return folded.trim();
}

/** A name as written, without differences that readers do not see as another spelling: accents, gaps, emphasis. */
export function asWritten(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Pd}\s\u2212\u30fb*™®©℠\ufdd2]/gu, '')
    .replace(/[‘’‛ʼ]/g, "'");
}

/** The folded form of a character that does not fold to exactly one unit. */
export function foldSpecial(text: string, index: number): string {
  const unit = text.charCodeAt(index);
  switch (TREATMENT[unit]) {
    case EXPANDED:
      return EXPANSIONS.get(unit) ?? '';
    case STAR:
      return isBlankAt(text, index - 1) && isBlankAt(text, index + 1) ? '*' : '';
    case SURROGATE: {
      const point = text.codePointAt(index) as number;
      return foldsToItself(point) ? String.fromCodePoint(point) : foldCharacter(String.fromCodePoint(point));
    }
    default:
      return '';
  }
}

/** Lone surrogates, pictographs and rare ideographs, detected without regular expressions. */
function foldsToItself(point: number): boolean {
  return point <= 0xffff || (point >= 0x1f200 && point <= 0x1faff) || (point >= 0x20000 && point < 0x2f800);
}

/** The composition of the mark at `index` with the one or two units before it, if there is one. */
export function composedBefore(text: string, index: number): string | undefined {
  const mark = foldedAt(text, index);
  const before = foldedAt(text, index - 1);
  const pair = composed(before + mark);
  if (pair) return pair;
  const syllable = composed(foldedAt(text, index - 2) + before);
  return syllable && composed(syllable + mark);
}

/** 2 where a surrogate pair starts, otherwise 1. */
export function characterLength(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}

/** The class of the character that starts or ends at `index`. */
export function classAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0xd800 || unit > 0xdfff) return CLASS[unit] as number;
  const point = text.codePointAt(unit < 0xdc00 ? index : index - 1) ?? 0;
  return point > 0xffff ? classOf(String.fromCodePoint(point)) : OTHER;
}

/** Whether a capital letter starts at `index`. */
export function isUpperAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit < 0xd800 || unit > 0xdfff) return LETTER_CASE[unit] === UPPER;
  return UPPER_CASE.test(String.fromCodePoint(text.codePointAt(index) ?? 0));
}

export function isBlankAt(text: string, index: number): boolean {
  return index < 0 || index >= text.length || TREATMENT[text.charCodeAt(index)] === SPACE;
}

function foldedAt(text: string, index: number): string {
  return index < 0 ? '' : String.fromCharCode(FOLDED[text.charCodeAt(index)] as number);
}

function composed(parts: string): string | undefined {
  const whole = parts.normalize('NFC');
  return parts.length > 1 && whole.length === 1 ? whole : undefined;
}

function describe(unit: number): void {
  const character = String.fromCharCode(unit);
  FOLDED[unit] = unit;
  if (unit >= 0xd800 && unit <= 0xdfff) {
    TREATMENT[unit] = SURROGATE;
    return;
  }
  // Half of the table folds to itself. Using regular expressions for it would triple the start-up time.
  if (unit >= 0xe000 && unit <= 0xf8ff) return;
  if ((unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7a3)) {
    CLASS[unit] = unit < 0xac00 ? UNSPACED : HANGUL;
    return;
  }
  CLASS[unit] = classOf(character);
  if (UPPER_CASE.test(character)) LETTER_CASE[unit] = UPPER;
  if (LOWER_CASE.test(character)) LETTER_CASE[unit] = LOWER;
  TREATMENT[unit] = treat(unit, character, foldCharacter(character));
}

function treat(unit: number, character: string, folded: string): number {
  if (folded.length > 0) FOLDED[unit] = folded.charCodeAt(0);
  if (WHITE_SPACE.test(character)) return SPACE;
  if (character === '*') return STAR;
  if (folded.length === 1) return COMPOSING_MARK.test(folded) ? COMPOSING : PLAIN;
  if (folded.length === 0) return DROPPED;
  EXPANSIONS.set(unit, folded);
  return EXPANDED;
}

function foldCharacter(character: string): string {
  if (WHITE_SPACE.test(character)) return ' ';
  if (character === ZERO_WIDTH_NON_JOINER) return '-';
  if (TRADE_MARKS.includes(character) || character === FILLER || INVISIBLE.test(character)) return '';
  if (DASH.test(character)) return '-';
  if (SINGLE_QUOTES.includes(character)) return "'";
  if (DOUBLE_QUOTES.includes(character)) return '"';
  const lower = lowerWithoutMarks(character);
  const folded = own(SAME_LETTER, lower) ?? lower;
  return WHITE_SPACE.test(folded) ? character : folded;
}

function lowerWithoutMarks(character: string): string {
  const isPlain =
    !isMark(character) && character.normalize('NFKD') === character && character.toLowerCase() === character;
  return isPlain ? character : stripMarks(stripMarks(character).toLowerCase()).normalize('NFC');
}

function stripMarks(text: string): string {
  return text.normalize('NFKD').replace(MARKS, (mark) => (isKept(mark) ? mark : ''));
}

/** The general diacritics are dropped everywhere, although some are also used with Hebrew or Syriac. */
function isKept(mark: string): boolean {
  return !(mark >= '\u0300' && mark <= '\u036f') && KEPT_MARK.test(mark);
}

function classOf(character: string): number {
  if (isMark(character)) {
    if (!isKept(character) || VOWEL_POINT.test(character)) return TRANSPARENT;
    return INDIC_MARK.test(character) ? WORD : MARK;
  }
  if (character !== ZERO_WIDTH_NON_JOINER && (character === '*' || INVISIBLE.test(character))) return TRANSPARENT;
  if (KATAKANA_SCRIPT.test(character)) return KATAKANA;
  if (HANGUL_SCRIPT.test(character)) return HANGUL;
  if (UNSPACED_SCRIPT.test(character)) return UNSPACED;
  return LETTER_OR_DIGIT.test(character) ? WORD : OTHER;
}

function isMark(character: string): boolean {
  MARKS.lastIndex = 0;
  return MARKS.test(character);
}
