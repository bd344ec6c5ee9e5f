import { parse } from 'tldts';
import { foldText, isUpperAt } from './fold.ts';
import type { Alias, CaseRule } from './subject.ts';

/** One spelling of a name that the automaton searches for. */
interface Writing {
  /** Folded, with one space for every space or hyphen. */
  units: string;
  /** Offsets into `units` that must be capital letters in the text. */
  capitals: number[];
}

/** Folded units. A longer text is a sentence, not a name. */
export const LONGEST_NAME = 200;
const MOST_GAPS_COMBINED = 4;

/** The spellings of an alias that count. A gap may be a space, a hyphen or nothing. */
export function writingsOf(alias: Alias): Writing[] {
  const rule = caseRuleOf(alias);
  if (isDomain(alias.text)) return [{ units: spaced(foldText(alias.text)), capitals: [] }];
  const { parts, camel } = splitName(alias.text);
  const writings = new Map<string, Writing>();
  for (const gaps of gapChoices(parts.length - 1)) {
    const writing = write(parts, gaps, camel, rule);
    if (isUsable(writing.units)) writings.set(`${writing.units} ${writing.capitals}`, writing);
  }
  return [...writings.values()];
}

/** Host names are written in any case, so a domain does not have to match its capitals unless configured. */
export function caseRuleOf(alias: Alias): CaseRule {
  return alias.case ?? (isDomain(alias.text) ? 'insensitive' : 'smart');
}

export function isDomain(name: string): boolean {
  if (!name.includes('.') || /[\s/@:]/.test(name)) return false;
  const { domain, isIcann } = parse(name);
  return domain !== null && isIcann === true;
}

/** A context word that is required or excluded near a name, folded. Undefined if nothing is left of it. */
export function foldWord(word: string): string | undefined {
  const units = spaced(foldText(word));
  return units.length > 0 && units.length <= LONGEST_NAME ? units : undefined;
}

/**
 * Splits "Acme Cloud" into parts, and also "HubSpot", because others put a space before the inner capital. `camel[i]`
 * means that the gap after part i is only such a capital.
 */
function splitName(name: string): { parts: string[]; camel: boolean[] } {
  const parts: string[] = [];
  const camel: boolean[] = [];
  for (const word of name.split(/[\s\p{Pd}\u2212\u200c\u30fb\uff65]+/u)) {
    const pieces = word.split(/(?<=\p{L}\p{Ll})(?=\p{Lu}\p{L})/u);
    for (const [i, piece] of pieces.entries()) {
      if (piece === '') continue;
      if (parts.length > 0) camel.push(i > 0);
      parts.push(piece);
    }
  }
  return { parts, camel };
}

/** Every combination of gap (true) and no gap. For long names only all and none. */
function gapChoices(count: number): boolean[][] {
  if (count > MOST_GAPS_COMBINED) return [new Array(count).fill(true), new Array(count).fill(false)];
  return Array.from({ length: 2 ** count }, (_, bits) =>
    Array.from({ length: count }, (_, gap) => (bits & (1 << gap)) !== 0),
  );
}

function write(parts: string[], gaps: boolean[], camel: boolean[], rule: CaseRule): Writing {
  const capitals: number[] = [];
  let units = '';
  for (const [i, part] of parts.entries()) {
    const gap = i > 0 && gaps[i - 1] === true;
    if (gap) units += ' ';
    const needsCapital = units === '' ? true : gap && camel[i - 1] === true;
    const letter = needsCapital && rule === 'smart' ? firstCapital(part) : undefined;
    if (letter !== undefined) capitals.push(units.length + letter);
    units += spaced(foldText(part));
  }
  return { units, capitals };
}

/** The position of the first letter of a name in its folded form, if it is a capital: 1 for "3M". */
function firstCapital(part: string): number | undefined {
  const at = part.search(/\p{L}/u);
  if (at === -1 || !isUpperAt(part, at)) return undefined;
  return foldText(part.slice(0, at)).length;
}

function spaced(folded: string): string {
  return folded.replace(/[ -]+/g, ' ').trim();
}

function isUsable(units: string): boolean {
  return units.length <= LONGEST_NAME && [...units].length > 1 && /[\p{L}\p{N}]/u.test(units);
}
