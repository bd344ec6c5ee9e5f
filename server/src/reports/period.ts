import { addDays } from '../base/time.ts';

/** Whole UTC days, inclusive. */
export interface Period {
  periodStart: string;
  periodEnd: string;
}

/** The week (Monday to Sunday) or calendar month that a day falls into. */
export function periodAround(schedule: 'weekly' | 'monthly', day: string): Period {
  if (schedule === 'weekly') {
    const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
    const monday = addDays(day, -sinceMonday);
    return { periodStart: monday, periodEnd: addDays(monday, 6) };
  }
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  // Day 0 of a month is the last day of the previous month. Months are counted from 0.
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { periodStart: `${day.slice(0, 8)}01`, periodEnd: `${day.slice(0, 8)}${lastDay}` };
}

export function periodAfter(schedule: 'weekly' | 'monthly', { periodEnd }: Pick<Period, 'periodEnd'>): Period {
  return periodAround(schedule, addDays(periodEnd, 1));
}

/** The midnight at which a period is over. */
export function endOf({ periodEnd }: Pick<Period, 'periodEnd'>): Date {
  return new Date(addDays(periodEnd, 1));
}
