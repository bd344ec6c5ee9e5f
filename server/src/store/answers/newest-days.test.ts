import { expect, test } from 'vitest';
import { firstWholeDay } from './newest-days.ts';

const daysWith = (...counts: number[]) => counts.map((valid, index) => ({ day: `2026-03-0${9 - index}`, valid }));

test('as many whole days as can be read', () => {
  expect(firstWholeDay(daysWith(3_000, 11_000, 11_000, 1))).toBe('2026-03-07');
  expect(firstWholeDay(daysWith(3_000, 11_000, 11_001, 1))).toBe('2026-03-08');
  expect(firstWholeDay(daysWith(10, 5_000, 8_000))).toBe('2026-03-07');
});

test('no whole days if they would leave out more than half of the answers that can be read', () => {
  expect(firstWholeDay(daysWith(10, 24_991))).toBeUndefined();
  expect(firstWholeDay(daysWith(12_499, 12_502))).toBeUndefined();
  expect(firstWholeDay(daysWith(12_500, 12_501))).toBe('2026-03-09');
  expect(firstWholeDay(daysWith(25_001))).toBeUndefined();
});
