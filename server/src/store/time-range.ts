import { addDays, dayOf, daysBetween } from '../base/time.ts';

/**
 * From `since` (inclusive) to `until` (exclusive). Lists over partitions always have a range, so that only its months
 * are read.
 */
export interface TimeRange {
  since: Date;
  until: Date;
}

/** Whole UTC days, inclusive. */
export interface DayRange {
  since: string;
  until: string;
}

/** The whole UTC days of a range, for which totals are stored, and the partial days at its ends. */
export function splitDays({ since, until }: TimeRange): { days: DaySpan | undefined; rest: TimeRange[] } {
  const first = isMidnight(since) ? since : midnightAfter(since);
  const end = new Date(dayOf(until));
  if (first >= end) return { days: undefined, rest: since < until ? [{ since, until }] : [] };
  const rest = [
    { since, until: first },
    { since: end, until },
  ].filter((part) => part.since < part.until);
  return { days: { from: dayOf(first), to: addDays(dayOf(end), -1) }, rest };
}

/** Inclusive. */
export interface DaySpan {
  from: string;
  to: string;
}

export function daysOf({ from, to }: DaySpan): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));
}

function isMidnight(time: Date): boolean {
  return time.getTime() % 86_400_000 === 0;
}

function midnightAfter(time: Date): Date {
  return new Date(addDays(dayOf(time), 1));
}
