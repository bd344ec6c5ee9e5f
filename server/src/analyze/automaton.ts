import { FOLDED, PLAIN, TREATMENT } from './fold.ts';

/**
 * An Aho–Corasick automaton as one table: row = state, column = symbol, value = offset of the next row. Column 0 of a
 * row holds the first of the patterns that end there, 0 for none, so that the search reads one cell per character.
 * States are numbered by depth, so that the rows used most are close together.
 */
export interface Automaton {
  table: Int32Array;
  /** The symbol of a text unit that folds to one unit. `SPECIAL` for the others. */
  symbols: Uint8Array;
  /** The symbol of a folded unit. */
  unitSymbols: Uint8Array;
  separator: number;
  /** Chains of patterns that end in the same state, longest first. */
  endPattern: Int32Array;
  endNext: Int32Array;
  longest: number;
  /** With more than 253 different units, units share symbols. A hit must then be compared with the text. */
  isAmbiguous: boolean;
}

export const SPECIAL = 255;
/** A unit that occurs in no pattern. */
export const ABSENT = 1;
const FIRST_SYMBOL = 2;
/** Patterns have one space for every gap. The text may have a hyphen there. */
const SPACE_UNIT = 32;
const HYPHEN_UNIT = 45;
const SYMBOLS = SPECIAL - FIRST_SYMBOL;

/** Builds the automaton for folded patterns. A hit is reported as the pattern's index. */
export function buildAutomaton(patterns: readonly string[]): Automaton {
  const { unitSymbols, count } = numberUnits(patterns);
  const columns = Math.min(FIRST_SYMBOL + count, SPECIAL);
  const { table, failures, ends } = buildTrie(patterns, unitSymbols, columns);
  const endPattern = [-1];
  const endNext = [0];
  for (let state = 0; state * columns < table.length; state++) {
    const row = state * columns;
    const failure = failures[state] as number;
    for (let column = ABSENT; column < columns; column++) {
      const next = table[row + column] as number;
      const fallback = state === 0 ? 0 : (table[failure + column] as number);
      if (next === 0) table[row + column] = fallback;
      else failures[next / columns] = fallback;
    }
    let chain = state === 0 ? 0 : (table[failure] as number);
    for (const pattern of ends.get(row)?.reverse() ?? []) {
      endPattern.push(pattern);
      endNext.push(chain);
      chain = endPattern.length - 1;
    }
    table[row] = chain;
  }
  return {
    table,
    symbols: textSymbols(unitSymbols),
    unitSymbols,
    separator: unitSymbols[SPACE_UNIT] as number,
    endPattern: Int32Array.from(endPattern),
    endNext: Int32Array.from(endNext),
    longest: patterns.reduce((longest, { length }) => Math.max(longest, length), 0),
    isAmbiguous: count > SYMBOLS,
  };
}

function numberUnits(patterns: readonly string[]): { unitSymbols: Uint8Array; count: number } {
  const unitSymbols = new Uint8Array(65536).fill(ABSENT);
  let count = 0;
  for (const pattern of patterns) {
    for (let i = 0; i < pattern.length; i++) {
      const unit = pattern.charCodeAt(i);
      if (unitSymbols[unit] === ABSENT) unitSymbols[unit] = FIRST_SYMBOL + (count++ % SYMBOLS);
    }
  }
  unitSymbols[HYPHEN_UNIT] = unitSymbols[SPACE_UNIT] as number;
  return { unitSymbols, count };
}

function buildTrie(patterns: readonly string[], unitSymbols: Uint8Array, columns: number) {
  const total = patterns.reduce((sum, { length }) => sum + length, 1);
  const table = new Int32Array(total * columns);
  const rows = new Int32Array(patterns.length);
  const ends = new Map<number, number[]>();
  let states = 1;
  let open = patterns.map((_, index) => index);
  for (let depth = 0; open.length > 0; depth++) {
    for (const index of open) {
      const symbol = unitSymbols[(patterns[index] as string).charCodeAt(depth)] as number;
      const cell = (rows[index] as number) + symbol;
      if (table[cell] === 0) table[cell] = states++ * columns;
      rows[index] = table[cell] as number;
    }
    open = open.filter((index) => {
      const isOpen = depth + 1 < (patterns[index] as string).length;
      if (!isOpen) addTo(ends, rows[index] as number, index);
      return isOpen;
    });
  }
  return { table: table.slice(0, states * columns), failures: new Int32Array(states), ends };
}

function addTo(ends: Map<number, number[]>, row: number, pattern: number): void {
  const here = ends.get(row);
  if (here) here.push(pattern);
  else ends.set(row, [pattern]);
}

function textSymbols(unitSymbols: Uint8Array): Uint8Array {
  const symbols = new Uint8Array(65536);
  for (let unit = 0; unit < 65536; unit++) {
    symbols[unit] = TREATMENT[unit] === PLAIN ? (unitSymbols[FOLDED[unit] as number] as number) : SPECIAL;
  }
  return symbols;
}
