/** The part of a view that says which days are shown. It is kept when another page is opened. */
export interface PeriodView {
  /** Length of the range in days. */
  days?: number;
  /** Its last day. Default: today. */
  until?: string;
  /** A calendar month instead. It moves on with time. */
  month?: 'this' | 'last';
  /** The earlier period that it is compared with: as many days before, or the same days of the month before. */
  compare?: 'previous' | 'month';
}

/** First and last day, inclusive. */
export interface Period {
  since: string;
  until: string;
}

export const NO_PERIOD: PeriodView = { days: undefined, until: undefined, month: undefined, compare: undefined };

export const LONGEST_DAYS = 400;
const DAY_MS = 86_400_000;

/** Leaves out what is not there: a key without a value would count as chosen, see `keepPeriod`. */
export function parsePeriod(search: Record<string, unknown>): PeriodView {
  const days = Number(search.days);
  const until = readDay(search.until);
  const { month, compare } = search;
  return {
    ...(Number.isInteger(days) && days >= 1 && days <= LONGEST_DAYS && { days }),
    ...(until !== undefined && { until }),
    ...((month === 'this' || month === 'last') && { month }),
    ...((compare === 'previous' || compare === 'month') && { compare }),
  };
}

/** A day that exists: `2026-02-30` does not. */
export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const time = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(time) || dayOf(time) !== value ? undefined : value;
}

/** The days that a view shows. They never end after today. */
export function resolvePeriod({ days, until, month }: PeriodView, usual: number, today: string): Period {
  const first = firstOfMonth(today);
  if (month === 'this') return { since: first, until: today };
  if (month === 'last') return { since: firstOfMonth(addDays(first, -1)), until: addDays(first, -1) };
  const last = until !== undefined && until < today ? until : today;
  return { since: addDays(last, 1 - (days ?? usual)), until: last };
}

/** For requests by first and last day. Without `until`, the range ends today. */
export function rangeOf(view: PeriodView, usual: number, now: Date): { since: string; until?: string } {
  const today = dayOf(now.getTime());
  const { since, until } = resolvePeriod(view, usual, today);
  return { since, ...(until !== today && { until }) };
}

/** The days to compare with. They never overlap: longer than a month, they are the days directly before. */
export function earlierPeriod({ since, until }: Period, compare: 'previous' | 'month'): Period {
  const previous = { since: addDays(since, -lengthOf({ since, until })), until: addDays(since, -1) };
  if (compare === 'previous') return previous;
  const isWholeMonth = since === firstOfMonth(since) && until.slice(0, 8) === since.slice(0, 8) && isLastOfMonth(until);
  const earlier = { since: monthBefore(since), until: isWholeMonth ? addDays(since, -1) : monthBefore(until) };
  return earlier.until < since ? earlier : previous;
}

export function lengthOf({ since, until }: Period): number {
  return daysBetween(since, until) + 1;
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

function isLastOfMonth(day: string): boolean {
  return addDays(day, 1) === firstOfMonth(addDays(day, 1));
}

/** The same day of the month before, or its last day. */
function monthBefore(day: string): string {
  const last = addDays(firstOfMonth(day), -1);
  const same = `${last.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

interface Navigation<Search> {
  search: Search;
  next: (search: Search) => Search;
}

/** Keeps the days and the comparison when a link to another page does not name its own. */
export function keepPeriod<Search extends object>({ search, next }: Navigation<Search>): Search {
  const result = next(search);
  const isChosen = 'days' in result || 'until' in result || 'month' in result;
  const { compare, ...days } = parsePeriod(Object.fromEntries(Object.entries(search)));
  return { ...(isChosen ? {} : days), ...(compare && { compare }), ...result };
}
