import { type Automaton, SPECIAL } from './automaton.ts';
import {
  COMPOSING,
  characterLength,
  composedBefore,
  foldSpecial,
  foldText,
  isBlankAt,
  SPACE,
  TREATMENT,
} from './fold.ts';

/** The origin of the units of the current match. A ring buffer, because names are short and texts may be long. */
export interface Trail {
  positions: Int32Array;
  mask: number;
}

/** Called where patterns end: the first of their chain, the text offset after them, the units read so far. */
type OnHit = (chain: number, end: number, unitsRead: number) => void;

const NEWLINE = 10;
const BLANK = 32;
const STAR = 42;
const LONGEST_HEADING = 200;

export function createTrail({ longest }: Automaton): Trail {
  const size = 2 ** Math.ceil(Math.log2(longest + 2));
  return { positions: new Int32Array(size), mask: size - 1 };
}

/** Runs the automaton over text[from, to), folding each character, so that no folded copy of the text is needed. */
export function scan(
  { text, units }: { text: string; units: Uint16Array },
  stretch: [number, number],
  automaton: Automaton,
  trail: Trail,
  onHit: OnHit,
) {
  // Local copies for the loop: an imported or destructured name costs a lookup per character.
  const from = stretch[0];
  const to = stretch[1];
  const treatments = TREATMENT;
  const special = SPECIAL;
  const space = SPACE;
  const { table, symbols, separator, unitSymbols } = automaton;
  const { positions, mask } = trail;
  let state = 0;
  let before = 0;
  let unitsRead = 0;
  for (let i = from; i < to; i++) {
    const unit = units[i] as number;
    const symbol = symbols[unit] as number;
    if (symbol !== special) {
      positions[unitsRead++ & mask] = i;
      before = state;
      state = table[state + symbol] as number;
    } else if (unit === BLANK && treatments[units[i + 1] as number] !== space) {
      positions[unitsRead++ & mask] = i;
      state = table[state + separator] as number;
    } else if (treatments[unit] === space) {
      const end = spaceEnd(text, i, to);
      positions[unitsRead++ & mask] = i;
      const joined = table[state + separator] as number;
      state = joined !== 0 && endsBlock(text, i, end) ? 0 : joined;
      i = end - 1;
    } else if (unit === STAR && !(isBlankAt(text, i - 1) && isBlankAt(text, i + 1))) {
      continue;
    } else if (treatments[unit] === COMPOSING) {
      const composed = i > from ? composedBefore(text, i) : undefined;
      if (!composed) positions[unitsRead++ & mask] = i;
      else state = before;
      const folded = composed ?? foldText(text.charAt(i));
      before = state;
      state = table[state + (unitSymbols[folded.charCodeAt(0)] as number)] as number;
    } else {
      const folded = foldSpecial(text, i);
      if (folded === '') continue;
      before = state;
      for (let k = 0; k < folded.length; k++) {
        positions[unitsRead++ & mask] = i;
        state = table[state + (unitSymbols[folded.charCodeAt(k)] as number)] as number;
      }
      i += characterLength(text, i) - 1;
    }
    const chain = table[state] as number;
    if (chain !== 0) onHit(chain, i + 1, unitsRead);
  }
}

function spaceEnd(text: string, start: number, to: number): number {
  let end = start + 1;
  while (end < to && TREATMENT[text.charCodeAt(end)] === SPACE) end++;
  return end;
}

/**
 * Whether white space ends a paragraph or heading, so that no name continues after it: a blank line, or the end of a
 * line that starts with a hash or ends with emphasis.
 */
function endsBlock(text: string, start: number, end: number): boolean {
  let newlines = 0;
  for (let i = start; i < end; i++) {
    if (text.charCodeAt(i) === NEWLINE) newlines++;
  }
  if (newlines !== 1) return newlines > 1;
  if (text.charAt(start - 1) === '*') return true;
  const line = text.slice(Math.max(0, start - LONGEST_HEADING), start);
  return /^#{1,6} /.test(line.slice(line.lastIndexOf('\n') + 1));
}
