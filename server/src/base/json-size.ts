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
/** The shortest possible answer has 4 values in 55 characters. */
const VALUE_LENGTH = 12;

/** The number of answers allowed in one request, plus one: the validation then names the list that is too long. */
const MOST_ENTRIES = 20_001;

interface Part {
  from: number;
  to: number;
  /** The field names found so far, shared by all parts of one body. */
  names: Set<number>;
}

/**
 * Why a JSON text must not be parsed, or undefined. Takes one pass (2 ms per MB); JSON.parse and validation take up to
 * 1 s per MB for such texts. Does not check whether it is valid JSON.
 */
export function findOversize(text: string, part: Part = { from: 0, to: text.length, names: new Set() }) {
  const { from, to, names } = part;
  const mostValues = limitFor(to - from, { short: MOST_SHORT_VALUES, shortest: VALUE_LENGTH });
  const mostContainers = limitFor(to - from, { short: MOST_SHORT_CONTAINERS, shortest: CONTAINER_LENGTH });
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
      if ((entries[depth] as number) >= MOST_ENTRIES) return tooMany(MOST_ENTRIES - 1, 'entries in one list');
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
