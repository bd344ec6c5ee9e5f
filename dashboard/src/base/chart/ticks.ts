import { dateOf, dayNumber } from './timeline.ts';

export interface DayTick {
  day: number;
  /** Whether the label is a month or a day. */
  isMonth: boolean;
}

/** About `about` round numbers within a domain. */
export function valueTicks([bottom, top]: [number, number], about = 4): number[] {
  const rough = (top - bottom) / about;
  if (!(rough > 0)) return [bottom];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10);
  const first = Math.ceil(bottom / step - 1e-9);
  const count = Math.floor(top / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

export interface TickSpace {
  /** Where a day is drawn. */
  x: (day: number) => number;
  /** The width of a label including the gap to the next. */
  labelWidth: number;
}

/** The finest ticks whose labels do not overlap: days, weeks starting on Monday, or months. */
export function dayTicks(first: number, last: number, { x, labelWidth }: TickSpace): DayTick[] {
  const fits = (ticks: DayTick[]) =>
    ticks.every(({ day }, index) => index === 0 || x(day) - x(ticks[index - 1]?.day ?? day) >= labelWidth);
  for (const make of MAKERS) {
    const ticks = make(first, last);
    if (ticks.length > 0 && fits(ticks)) return ticks;
  }
  return [{ day: first, isMonth: false }];
}

const MAKERS: ((first: number, last: number) => DayTick[])[] = [
  ...[1, 7, 14].map((step) => (first: number, last: number) => everyDays(step, first, last)),
  ...[1, 2, 3, 6, 12].map((step) => (first: number, last: number) => everyMonths(step, first, last)),
];

function everyDays(step: number, first: number, last: number): DayTick[] {
  // Day 4 of the epoch was a Monday.
  const start = step === 1 ? first : first + ((((4 - first) % step) + step) % step);
  const count = Math.max(0, Math.floor((last - start) / step) + 1);
  return Array.from({ length: count }, (_, index) => ({ day: start + index * step, isMonth: false }));
}

function everyMonths(step: number, first: number, last: number): DayTick[] {
  const ticks: DayTick[] = [];
  const start = new Date(`${dateOf(first)}T00:00:00Z`);
  for (let month = start.getUTCMonth(); ; month++) {
    const day = dayNumber(new Date(Date.UTC(start.getUTCFullYear(), month, 1)).toISOString().slice(0, 10));
    if (day > last) return ticks;
    if (day >= first && month % step === 0) ticks.push({ day, isMonth: true });
  }
}
