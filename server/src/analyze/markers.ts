import type { Mask } from './mask.ts';

/** A citation marker in the text and its source numbers. */
export interface Marker {
  start: number;
  end: number;
  numbers: number[];
}

const MOST_IN_RANGE = 50;
/** More than any answer has. Each can refer to 50 sources, so that 1 MB of them would take 3 s. */
const MOST_MARKERS = 5_000;

/** The first 5,000 numbered markers of an answer, in reading order. */
export function readMarkers(text: string, masks: Mask[]): Marker[] {
  const markers: Marker[] = [];
  for (const { start, end, kind } of masks) {
    const numbers = kind === 'marker' ? numbersIn(text.slice(start, end)) : [];
    if (numbers.length > 0) markers.push({ start, end, numbers });
    if (markers.length === MOST_MARKERS) break;
  }
  return markers;
}

/** `[1, 3-5]` gives 1, 3, 4 and 5; `【2†source】` gives 2; `([acme.io](…))` gives no number. */
function numbersIn(marker: string): number[] {
  if (marker.startsWith('(')) return [];
  if (marker.startsWith('【')) return [Number.parseInt(marker.slice(1), 10)];
  const numbers: number[] = [];
  for (const [, first, last] of marker.matchAll(/(\d+)(?:\^?\s?[–-]\s?\^?(\d+))?/g)) {
    const from = Number(first);
    const to = Math.min(Number(last ?? first), from + MOST_IN_RANGE);
    for (let number = from; number <= Math.max(from, to); number++) numbers.push(number);
  }
  return numbers;
}
