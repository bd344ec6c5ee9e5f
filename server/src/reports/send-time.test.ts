import { expect, test } from 'vitest';
import { isTimeZone, RIGHT_AFTER, type SendTime, sendAt } from './send-time.ts';

const WEEK = { periodEnd: '2026-03-22' };
const at = (when: Partial<SendTime>, schedule: 'weekly' | 'monthly' = 'weekly', period = WEEK) =>
  sendAt(schedule, period, { ...RIGHT_AFTER, ...when }).toISOString();

test.each([
  [{}, '2026-03-23T00:00:00.000Z'],
  [{ sendDay: 1, sendTime: '08:30', timeZone: 'Europe/Berlin' }, '2026-03-23T07:30:00.000Z'],
  // The clock is changed on Sunday the 29th.
  [{ sendDay: 7, sendTime: '08:30', timeZone: 'Europe/Berlin' }, '2026-03-29T06:30:00.000Z'],
  [{ sendDay: 7, sendTime: '02:30', timeZone: 'Europe/Berlin' }, '2026-03-29T01:30:00.000Z'],
  [{ sendTime: '09:00', timeZone: 'America/Los_Angeles' }, '2026-03-23T16:00:00.000Z'],
  // Monday morning in Tokyo is still Sunday in UTC: the period is not over.
  [{ sendDay: 1, sendTime: '08:00', timeZone: 'Asia/Tokyo' }, '2026-03-29T23:00:00.000Z'],
  // Sunday evening in Los Angeles is Monday in UTC.
  [{ sendDay: 7, sendTime: '18:00', timeZone: 'America/Los_Angeles' }, '2026-03-23T01:00:00.000Z'],
])('a weekly report is sent at %o', (when, moment) => {
  expect(at(when)).toBe(moment);
});

test('a monthly report is sent on a day of the next month', () => {
  const period = { periodEnd: '2026-01-31' };
  expect(at({ sendDay: 3, sendTime: '12:00' }, 'monthly', period)).toBe('2026-02-03T12:00:00.000Z');
  expect(at({ sendDay: 28 }, 'monthly', period)).toBe('2026-02-28T00:00:00.000Z');
});

test('time zones have names', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Base', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});
