import { invalid } from '../base/problems.ts';
import { addDays } from '../base/time.ts';
import type { ReportSchedule } from '../store/reports/reports.ts';
import { endOf, type Period } from './period.ts';

/** When a scheduled report is sent, after its period. */
export interface SendTime {
  /** Day of the week (1 is Monday) or of the month. Undefined: any day. */
  sendDay: number | undefined;
  /** Local time, `08:30`. */
  sendTime: string;
  timeZone: string;
}

export const RIGHT_AFTER: SendTime = { sendDay: undefined, sendTime: '00:00', timeZone: 'UTC' };

/** Days that every week, or month, has. */
const LAST_DAY = { weekly: 7, monthly: 28 };

/** The first such moment when the period is over. */
export function sendAt(schedule: 'weekly' | 'monthly', period: Pick<Period, 'periodEnd'>, when: SendTime): Date {
  const over = endOf(period);
  // Local days can begin before the UTC day.
  for (let day = period.periodEnd; ; day = addDays(day, 1)) {
    if (when.sendDay !== undefined && dayNumber(schedule, day) !== when.sendDay) continue;
    const moment = momentIn(when.timeZone, { day, time: when.sendTime });
    if (moment >= over) return moment;
  }
}

/** Refuses what a schedule cannot have. */
export function checkSendTime(schedule: ReportSchedule, given: Partial<SendTime>): void {
  const last = schedule === 'once' ? 0 : LAST_DAY[schedule];
  const names = [
    ...(given.sendDay === undefined ? [] : ['send_day']),
    ...(given.sendTime === undefined ? [] : ['send_time']),
    ...(given.timeZone === undefined ? [] : ['time_zone']),
  ];
  if (schedule === 'once' && names.length > 0) {
    throw invalid(names.map((name) => ({ path: [name], message: 'must be omitted: it is created immediately' })));
  }
  if (given.sendDay !== undefined && given.sendDay > last) {
    throw invalid([{ path: ['send_day'], message: `must be at most ${last} for a ${schedule} report` }]);
  }
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function dayNumber(schedule: 'weekly' | 'monthly', day: string): number {
  return schedule === 'monthly' ? Number(day.slice(8)) : ((new Date(day).getUTCDay() + 6) % 7) + 1;
}

/** A time that a clock change skips is an hour later. */
function momentIn(timeZone: string, { day, time }: { day: string; time: string }): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const guess = asUtc - offsetMs(timeZone, asUtc);
  return new Date(asUtc - offsetMs(timeZone, guess));
}

function offsetMs(timeZone: string, at: number): number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
}
