import { expect, test } from 'vitest';
import { earlierPeriod, keepPeriod, lengthOf, type PeriodView, parsePeriod, resolvePeriod } from './period.ts';

const TODAY = '2026-03-18';

test.each([
  [{}, '2026-02-17', TODAY],
  [{ days: 7 }, '2026-03-12', TODAY],
  [{ days: 31, until: '2026-01-31' }, '2026-01-01', '2026-01-31'],
  [{ days: 7, until: '2027-01-01' }, '2026-03-12', TODAY],
  [{ month: 'this' as const }, '2026-03-01', TODAY],
  [{ month: 'last' as const, days: 7 }, '2026-02-01', '2026-02-28'],
])('a view of %j shows these days', (view, since, until) => {
  expect(resolvePeriod(view, 30, TODAY)).toEqual({ since, until });
});

test.each([
  ['2026-03-01', '2026-03-18', 'previous', '2026-02-11', '2026-02-28'],
  ['2026-03-01', '2026-03-18', 'month', '2026-02-01', '2026-02-18'],
  ['2026-03-01', '2026-03-31', 'month', '2026-02-01', '2026-02-28'],
  ['2026-02-01', '2026-02-28', 'month', '2026-01-01', '2026-01-31'],
  ['2026-03-30', '2026-03-31', 'month', '2026-02-28', '2026-02-28'],
  ['2026-01-05', '2026-01-11', 'month', '2025-12-05', '2025-12-11'],
  // These would overlap.
  ['2026-01-01', '2026-03-18', 'month', '2025-10-16', '2025-12-31'],
] as const)('%s to %s compared by %s is compared with %s to %s', (since, until, compare, from, to) => {
  const earlier = earlierPeriod({ since, until }, compare);
  expect(earlier).toEqual({ since: from, until: to });
  if (compare === 'previous') expect(lengthOf(earlier)).toBe(lengthOf({ since, until }));
});

test('values that mean nothing are left out', () => {
  expect(parsePeriod({ days: '401', until: '2026-02-30', month: 'next', compare: 'year' })).toStrictEqual({});
  expect(parsePeriod({ days: 'x', until: 20260201 })).toStrictEqual({});
});

test('another page keeps the days unless the link names its own, and always the comparison', () => {
  const search: PeriodView = { days: 31, until: '2026-01-31', compare: 'month' };
  expect(keepPeriod({ search, next: () => ({}) })).toMatchObject(search);
  expect(keepPeriod({ search, next: () => ({ days: 7 }) })).toEqual({ days: 7, compare: 'month' });
  expect(keepPeriod({ search, next: () => ({ month: undefined, compare: undefined }) })).toEqual({});
});
