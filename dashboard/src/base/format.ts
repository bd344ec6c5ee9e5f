// Dates are in English, in the variant the browser prefers (Mar 4 or 4 Mar).
// Unit tests run without a browser.
const english = globalThis.navigator?.languages?.find((language) => language.startsWith('en')) ?? 'en-US';

const numbers = new Intl.NumberFormat();
const usd = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
const smallUsd = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
});
const days = new Intl.DateTimeFormat(english, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const longDays = new Intl.DateTimeFormat(english, { dateStyle: 'medium', timeZone: 'UTC' });
const dates = new Intl.DateTimeFormat(english, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const shortDates = new Intl.DateTimeFormat(english, { dateStyle: 'medium' });
const times = new Intl.DateTimeFormat(english, { dateStyle: 'medium', timeStyle: 'short' });
const seconds = new Intl.DateTimeFormat(english, { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(english, { numeric: 'auto' });

export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** Amounts below 1 USD have 2 significant digits. */
export function formatUsd(value: number): string {
  return value > 0 && value < 1 ? smallUsd.format(value) : usd.format(value);
}

export function formatCount(count: number, noun: string): string {
  return `${numbers.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A calendar day such as `2025-03-04` has no time zone. */
export function formatDay(day: string): string {
  return days.format(new Date(`${day}T00:00:00Z`));
}

export function formatLongDay(day: string): string {
  return longDays.format(new Date(`${day}T00:00:00Z`));
}

export function formatDate(time: string): string {
  return dates.format(new Date(time));
}

/** The date of a timestamp, without the weekday. */
export function formatShortDate(time: string): string {
  return shortDates.format(new Date(time));
}

export function formatTime(time: string): string {
  return times.format(new Date(time));
}

/** Date and time with seconds, for logs. */
export function formatSeconds(time: string): string {
  return seconds.format(new Date(time));
}

/** `2 hours ago`, relative to `now`: the sandbox has its own clock. */
export function formatAge(time: string, now: Date): string {
  const passed = Math.min(0, (new Date(time).getTime() - now.getTime()) / 1000);
  // Rounded first: 59.6 minutes are an hour, not 60 minutes.
  const rounded = (length: number) => Math.round(-passed / length) * length;
  const [unit, length] =
    AGES.find(([, atLeast], i) => rounded(AGES[i + 1]?.[1] ?? 1) >= atLeast) ?? (['second', 1] as const);
  return unit === 'second' ? 'just now' : relative.format(Math.round(passed / length), unit);
}

const AGES: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
