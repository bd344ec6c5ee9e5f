import type { Automaton } from './automaton.ts';
import { beginsWord, endsWord, isWholeDomain, type Stretch } from './boundaries.ts';
import type { Parts } from './context.ts';
import {
  asWritten,
  classAt,
  DROPPED,
  foldText,
  isUpperAt,
  LETTER_CASE,
  LOWER,
  TRANSPARENT,
  TREATMENT,
  UPPER,
} from './fold.ts';
import { visibleStretches } from './mask.ts';
import { meaningOf } from './meant-name.ts';
import type { Guard, Pattern, PreparedSubject } from './prepare-subject.ts';
import { createTrail, scan, type Trail } from './scan.ts';
import { sentenceAt } from './sentences.ts';

/** An occurrence of a brand's name. */
export interface Occurrence {
  /** Index into the subject's brands. */
  brand: number;
  start: number;
  end: number;
}

interface Candidate extends Occurrence {
  guard: Guard | undefined;
  isCommon: boolean;
}

/**
 * Finds brand names in reading order and without overlap. If several names start at the same position, the longest
 * counts, so "Google Cloud Platform" is not also "Google".
 */
export function findOccurrences(parts: Parts, subject: PreparedSubject): Occurrence[] {
  const { text, masks, sentences } = parts;
  const candidates: Candidate[] = [];
  const wordStarts = new Map<number, number[]>();
  const trail = createTrail(subject.automaton);
  const lines = lineCases(text);
  for (const stretch of visibleStretches(text.length, masks)) {
    scan(parts, stretch, subject.automaton, trail, (chain, end, unitsRead) => {
      const { endPattern, endNext } = subject.automaton;
      for (let at = chain; at !== 0; at = endNext[at] as number) {
        const index = endPattern[at] as number;
        const pattern = subject.patterns[index] as Pattern;
        const start = startOf(pattern, unitsRead, trail);
        const isHit =
          start !== undefined &&
          isNamed({ text, start, end, stretch }, pattern, subject.automaton) &&
          hasItsCase({ text, start, end, lines }, pattern, { unitsRead, trail });
        if (!isHit) continue;
        if (pattern.brand === -1) pushTo(wordStarts, index, start);
        else
          candidates.push({
            brand: pattern.brand,
            start,
            end: markEnd(text, end),
            guard: pattern.guard,
            isCommon: pattern.isCommon,
          });
      }
    });
  }
  const guarded = candidates.filter((found) => isGuardedWell(found, sentences, wordStarts));
  return longestFromLeft(meant(parts, guarded));
}

/** Leaves out common words that do not mean the brand. A doubtful one counts if another occurrence is without doubt. */
function meant({ text, sentences }: Parts, candidates: Candidate[]): Candidate[] {
  if (!candidates.some(({ isCommon }) => isCommon)) return candidates;
  const meanings = candidates.map(({ isCommon, start, end }) =>
    isCommon ? meaningOf(text, [start, end], sentenceAt(sentences, start)[0]) : 'yes',
  );
  const sure = new Set(candidates.filter((_, index) => meanings[index] === 'yes').map(({ brand }) => brand));
  return candidates.filter(
    ({ brand }, index) => meanings[index] === 'yes' || (meanings[index] === 'maybe' && sure.has(brand)),
  );
}

/** Undefined if the pattern would start in the middle of a character, as "s" would in "ß". */
function startOf({ units }: Pattern, unitsRead: number, { positions, mask }: Trail): number | undefined {
  const first = unitsRead - units.length;
  const start = positions[first & mask] as number;
  return first > 0 && positions[(first - 1) & mask] === start ? undefined : start;
}

interface Place {
  text: string;
  start: number;
  end: number;
}

function isNamed({ text, start, end, stretch }: Place & { stretch: Stretch }, pattern: Pattern, automaton: Automaton) {
  if (!endsWord(text, start, end, stretch) || !beginsWord(text, start, end, stretch)) return false;
  if (pattern.isDomain && !isWholeDomain(text, start, end, stretch)) return false;
  return !automaton.isAmbiguous || foldText(text.slice(start, end)).replaceAll('-', ' ') === pattern.units;
}

function hasItsCase(
  { text, start, end, lines }: Place & { lines: (index: number) => boolean },
  { units, capitals, exact }: Pattern,
  { unitsRead, trail }: { unitsRead: number; trail: Trail },
): boolean {
  for (const offset of capitals) {
    const at = trail.positions[(unitsRead - units.length + offset) & trail.mask] as number;
    if (!isUpperAt(text, at)) return false;
  }
  if (exact === undefined) return true;
  const written = asWritten(text.slice(start, end));
  return written === exact || (written === exact.toUpperCase() && lines(start));
}

/** Returns whether the line at an index is all capitals, so that case has no meaning. Caches the last line. */
function lineCases(text: string): (index: number) => boolean {
  let start = 0;
  let end = -1;
  let isAllCaps = false;
  return (index) => {
    if (index >= start && index <= end) return isAllCaps;
    start = text.lastIndexOf('\n', index) + 1;
    const newline = text.indexOf('\n', index);
    end = newline === -1 ? text.length : newline;
    let hasUpper = false;
    let hasLower = false;
    for (let i = start; i < end && !hasLower; i++) {
      const letterCase = LETTER_CASE[text.charCodeAt(i)];
      hasUpper ||= letterCase === UPPER;
      hasLower = letterCase === LOWER;
    }
    isAllCaps = hasUpper && !hasLower;
    return isAllCaps;
  };
}

/** Combining marks belong to the previous letter: the é of a decomposed "Nestlé" is part of the name. */
function markEnd(text: string, end: number): number {
  let after = end;
  while (
    TREATMENT[text.charCodeAt(after)] === DROPPED &&
    classAt(text, after) === TRANSPARENT &&
    /\p{M}/u.test(text.charAt(after))
  ) {
    after++;
  }
  return after;
}

function isGuardedWell({ guard, start }: Candidate, sentences: number[], words: Map<number, number[]>): boolean {
  if (!guard) return true;
  const sentence = sentenceAt(sentences, start);
  const occurs = (word: number) => hasBetween(words.get(word), sentence);
  return (guard.required.length === 0 || guard.required.some(occurs)) && !guard.excluded.some(occurs);
}

/** Whether one of the ascending offsets is in the range. */
function hasBetween(offsets: number[] | undefined, [from, to]: [number, number]): boolean {
  if (!offsets) return false;
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] as number) < from) low = middle + 1;
    else high = middle;
  }
  return low < offsets.length && (offsets[low] as number) < to;
}

/**
 * Keeps the leftmost, then longest of overlapping candidates, which are ordered by their end. A new candidate ends
 * last, so it loses to an overlapping one with an earlier start and otherwise replaces those it covers.
 */
function longestFromLeft(candidates: Candidate[]): Occurrence[] {
  const kept: Occurrence[] = [];
  for (const { brand, start, end } of candidates) {
    let covered = kept.length;
    while (covered > 0 && (kept[covered - 1] as Occurrence).start >= start) covered--;
    const earlier = kept[covered - 1];
    const last = kept[kept.length - 1];
    if ((earlier && earlier.end > start) || (last && last.start === start && last.end === end)) continue;
    kept.length = covered;
    kept.push({ brand, start, end });
  }
  return kept;
}

function pushTo(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
