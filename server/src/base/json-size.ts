const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Far more than any valid body needs. */
const MOST_LEVELS = 32;
/** All routes together use fewer than 200. Each new name costs JSON.parse up to 4 µs, a repeated one 0.05 µs. */
const MOST_NAMES = 500;
/** A margin, so that small mistakes reach the validation, which has better messages. */
const SPARE = 50;
/** 1,000 keywords with 20 tags and 20 prompts each have 45,000 values, the shortest of them (`"a",`) of length 4. */
const MOST_SHORT_VALUES = 50_000;
const SHORT_LENGTH = 4;
/** 1,000 keywords have 3,000 lists and objects. */
const MOST_SHORT_CONTAINERS = 10_000;
/** The shortest possible source, `{"url":"http://a"},`, has 19 characters. */
const CONTAINER_LENGTH = 18;
/** An answer without sources has one, and there can be 20,000 of them. */
const SPARE_IN_LINE = 4;
/** The shortest possible answer has 4 values in 55 characters. */
const VALUE_LENGTH = 12;

/** The number of answers allowed in one request. Far more than 8 MiB of real answers contain. */
export const MOST_ENTRIES = 20_000;
/** Reading or refusing an entry has a cost however short it is. A request can have 1,000 keywords. */
const MOST_SHORT_ENTRIES = 1_000;
/** The shortest possible answer has 55 characters. */
const ENTRY_LENGTH = 50;

/** How many entries a list may have in a body of this length, or lines the body. */
export function mostEntries(length: number): number {
  return Math.min(MOST_ENTRIES, Math.max(MOST_SHORT_ENTRIES, Math.floor(length / ENTRY_LENGTH)));
}

interface Line {
  from: number;
  to: number;
  /** The field names found so far, shared by all lines of one body. */
  names: Set<number>;
}

/**
 * Why a JSON text must not be parsed, or undefined. Takes one pass (2 ms per MB); JSON.parse and validation take up to
 * 1 s per MB for such texts. Does not check whether it is valid JSON.
 */
export function findOversize(text: string, line?: Line) {
  const { from, to, names } = line ?? { from: 0, to: text.length, names: new Set() };
  const mostValues = limitFor(to - from, { short: MOST_SHORT_VALUES, shortest: VALUE_LENGTH });
  const mostContainers = line
    ? SPARE_IN_LINE + Math.floor((to - from) / CONTAINER_LENGTH)
    : limitFor(to - from, { short: MOST_SHORT_CONTAINERS, shortest: CONTAINER_LENGTH });
  const longest = mostEntries(to - from);
  const entries = new Uint32Array(MOST_LEVELS + 1);
  let [values, containers, depth] = [0, 0, 0];
  let [name, nameEnd] = [from, from];
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      name = at + 1;
      at = closingQuote(text, name, to);
      nameEnd = at;
    } else if (unit === COMMA) {
      entries[depth] = (entries[depth] as number) + 1;
      // One more, so that the validation can name the list.
      if ((entries[depth] as number) > longest) return tooMany(longest, 'entries in one list of a body of this size');
      if (++values > mostValues) return tooMany(mostValues, 'values in a body of this size');
    } else if (unit === OPEN_BRACKET || unit === OPEN_BRACE) {
      if (++depth > MOST_LEVELS) return `must not be nested more than ${MOST_LEVELS} levels deep`;
      if (++containers > mostContainers) return tooMany(mostContainers, 'lists and objects in a body of this size');
      entries[depth] = 0;
    } else if (unit === CLOSE_BRACKET || unit === CLOSE_BRACE) {
      depth--;
    } else if (unit === COLON) {
      names.add(hash(text, name, nameEnd));
      if (names.size > MOST_NAMES) return tooMany(MOST_NAMES, 'different field names');
    }
  }
  return undefined;
}

/** A fixed number of short items. For longer texts, as many of the shortest valid items as fit. */
function limitFor(length: number, { short, shortest }: { short: number; shortest: number }): number {
  return SPARE + Math.floor(Math.max(Math.min(length / SHORT_LENGTH, short), length / shortest));
}

function tooMany(most: number, what: string): string {
  return `must not have more than ${most} ${what}`;
}

function closingQuote(text: string, from: number, to: number): number {
  let at = from;
  for (; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at;
    if (unit === BACKSLASH) at++;
  }
  return to;
}

/** Random, so that attackers cannot prepare names with the same hash. */
const SEED = Math.floor(Math.random() * 2 ** 32);

/** FNV-1a. */
function hash(text: string, from: number, to: number): number {
  let sum = SEED;
  for (let at = from; at < to; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum;
}
