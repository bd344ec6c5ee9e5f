import { remember } from './remember.ts';

/** ISO 8601 UTC in whole seconds, as in all API responses. */
export function isoSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

const DAY_MS = 86_400_000;

/** Three years. */
const MOST_DAYS = 1_096;
const dayNumbered = remember((number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10), MOST_DAYS);

/** The UTC day of a time: `2026-01-31`. Days are kept: each answer is counted by day many times. */
export function dayOf(date: Date): string {
  return dayNumbered(Math.floor(date.getTime() / DAY_MS));
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from one UTC day to another. Negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** `2026-01` → `2026-02`. */
export function monthAfter(month: string): string {
  return addMonths(month, 1);
}

export function addMonths(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}
