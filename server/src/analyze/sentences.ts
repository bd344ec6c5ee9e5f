import { CLASS, LETTER_CASE, LOWER, SPACE, TREATMENT, UPPER, WORD } from './fold.ts';
import type { Mask } from './mask.ts';

const NEWLINE = 10;
/** Behind any text. The largest number that is compared as an integer. */
const NEVER = 2 ** 31 - 1;
const DOT = 46;
const LONGEST_ABBREVIATION = 6;

/** After these, a full stop never ends the sentence. */
const ABBREVIATIONS = new Set(
  'e.g i.e eg ie vs cf dr mr mrs ms prof st no nr approx z.b d.h u.a bzw ca bspw p.ej ej sr sra mme str ul np tzn т.е напр'.split(
    ' ',
  ),
);

/** What ends a sentence beside two lowercase letters. */
const GLUED_ENDS = '0123456789)%"”’';
const HOST_END = /(?:com|net|org|io|ai|js|app|dev|co|de|fr|tv|me|uk|eu|us|html?|md|py|ts)(?![\p{L}\p{N}’'-])/iuy;

const SPACED_STOP = 1;
const WIDE_STOP = 2;
const LINE_END = 3;
const CLOSER = 4;
const ROLES = new Uint8Array(65536);
for (const stop of '.!?…؟۔।॥։') ROLES[stop.charCodeAt(0)] = SPACED_STOP;
for (const stop of '。！？｡') ROLES[stop.charCodeAt(0)] = WIDE_STOP;
for (const closer of '"\'”’»)]】」』）*_\ufdd2') ROLES[closer.charCodeAt(0)] = CLOSER;
ROLES[NEWLINE] = LINE_END;

/**
 * Offsets at which sentences start, the first being 0. Line ends also end sentences, unless the next line continues in
 * lowercase. A citation marker after the full stop belongs to the sentence before it.
 */
export function splitSentences(text: string, units: Uint16Array, masks: Mask[]): number[] {
  const starts = [0];
  const roles = ROLES;
  let next = 0;
  let maskStart = startOf(masks[0]);
  for (let i = 0; i < text.length; ) {
    if (i >= maskStart) {
      const { start, end, kind } = masks[next++] as Mask;
      if (kind === 'fence') starts.push(start, end);
      i = Math.max(i, end);
      maskStart = startOf(masks[next]);
      continue;
    }
    const role = roles[units[i++] as number] as number;
    if (role === 0 || role === CLOSER || !isStop(text, i - 1, role)) continue;
    if (role !== LINE_END) {
      const end = closingEnd(text, i, { masks, next });
      if (role === SPACED_STOP && !isBlank(text, end) && !(end === i && isGlued(text, i - 1))) continue;
      while (startOf(masks[next]) < end) next++;
      maskStart = startOf(masks[next]);
      i = end;
    }
    starts.push(i);
  }
  return starts;
}

/** The sentence that contains an offset. */
export function sentenceAt(starts: number[], offset: number): [start: number, end: number] {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle;
  }
  return [starts[low] ?? 0, starts[low + 1] ?? Number.MAX_SAFE_INTEGER];
}

function startOf(mask: Mask | undefined): number {
  return mask === undefined ? NEVER : mask.start;
}

function isStop(text: string, at: number, role: number): boolean {
  if (role === LINE_END) return !goesOn(text, at);
  if (text.charCodeAt(at) !== DOT) return true;
  const next = text.charCodeAt(at + 1);
  // The full stop in "acme.io" or "3.5", the most common kind that does not end a sentence.
  if (CLASS[next] === WORD) return LETTER_CASE[next] === UPPER && isGlued(text, at);
  return !goesOn(text, at + 1) && !isAbbreviation(text, at);
}

/** Whether a line break was lost after the stop, as in "…life.Samsung", but not in "Node.js", "ASP.Net" or "Booking.Com". */
function isGlued(text: string, stop: number): boolean {
  if (LETTER_CASE[text.charCodeAt(stop + 1)] !== UPPER) return false;
  const before = text.charCodeAt(stop - 2);
  const last = text.charCodeAt(stop - 1);
  const isEnd =
    LETTER_CASE[last] === LOWER ? LETTER_CASE[before] === LOWER : GLUED_ENDS.includes(text.charAt(stop - 1));
  if (!isEnd || CLASS[before] !== WORD) return false;
  HOST_END.lastIndex = stop + 1;
  return !HOST_END.test(text);
}

/** Whether a lowercase letter follows after white space in the same paragraph. */
function goesOn(text: string, from: number): boolean {
  let newlines = 0;
  for (let i = from; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (TREATMENT[unit] !== SPACE) return LETTER_CASE[unit] === LOWER;
    if (unit === NEWLINE && ++newlines > 1) return false;
  }
  return false;
}

/** The full stop of "e.g.", of an initial, or of a list number. */
function isAbbreviation(text: string, dot: number): boolean {
  let start = dot;
  while (
    start > 0 &&
    dot - start <= LONGEST_ABBREVIATION &&
    !isBlank(text, start - 1) &&
    text.charAt(start - 1) !== '('
  ) {
    start--;
  }
  if (dot - start > LONGEST_ABBREVIATION) return false;
  const word = text.slice(start, dot);
  if (word.length === 1 && LETTER_CASE[word.charCodeAt(0)] === UPPER) return true;
  return ABBREVIATIONS.has(word.toLowerCase()) || (/^[#*\d]{1,6}$/.test(word) && isLineStart(text, start));
}

function isLineStart(text: string, at: number): boolean {
  let i = at - 1;
  while (i >= 0 && at - i < 40 && ' \t>#*'.includes(text.charAt(i))) i--;
  return i < 0 || text.charCodeAt(i) === NEWLINE;
}

/** The real end of a sentence: after closing quotes, brackets, emphasis and the markers that follow its full stop. */
function closingEnd(text: string, from: number, { masks, next }: { masks: Mask[]; next: number }): number {
  let end = from;
  for (let at = next; ; ) {
    const mask = masks[at];
    const gap = text.charAt(end) === ' ' ? 1 : 0;
    if (mask?.kind === 'marker' && mask.start === end + gap) {
      end = mask.end;
      at++;
    } else if (ROLES[text.charCodeAt(end)] === CLOSER && (mask === undefined || mask.start > end)) {
      end++;
    } else {
      return end;
    }
  }
}

function isBlank(text: string, index: number): boolean {
  return index >= text.length || TREATMENT[text.charCodeAt(index)] === SPACE;
}
