import { expect, test } from 'vitest';
import { endOf, periodAfter, periodAround } from './period.ts';

test.each([
  ['2026-11-09', '2026-11-09', '2026-11-15'],
  ['2026-11-15', '2026-11-09', '2026-11-15'],
  ['2026-11-16', '2026-11-16', '2026-11-22'],
  ['2027-01-01', '2026-12-28', '2027-01-03'],
  ['2028-02-29', '2028-02-28', '2028-03-05'],
])('the week of %s is Monday %s to Sunday %s', (day, periodStart, periodEnd) => {
  expect(periodAround('weekly', day)).toEqual({ periodStart, periodEnd });
});

test.each([
  ['2026-11-30', '2026-11-01', '2026-11-30'],
  ['2026-12-31', '2026-12-01', '2026-12-31'],
  ['2027-02-01', '2027-02-01', '2027-02-28'],
  ['2028-02-10', '2028-02-01', '2028-02-29'],
])('the month of %s is %s to %s', (day, periodStart, periodEnd) => {
  expect(periodAround('monthly', day)).toEqual({ periodStart, periodEnd });
});

test('periods follow each other without a gap, across the end of a month and of a year', () => {
  expect(periodAfter('weekly', { periodEnd: '2026-12-27' })).toEqual({
    periodStart: '2026-12-28',
    periodEnd: '2027-01-03',
  });
  expect(periodAfter('monthly', { periodEnd: '2026-12-31' })).toEqual({
    periodStart: '2027-01-01',
    periodEnd: '2027-01-31',
  });
});

test('a period is over at the midnight after its last day', () => {
  expect(endOf({ periodEnd: '2026-12-31' }).toISOString()).toBe('2027-01-01T00:00:00.000Z');
});
