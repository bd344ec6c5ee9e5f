import { expect, test } from 'vitest';
import { formatAge } from './format.ts';

const now = new Date('2026-11-16T12:00:00Z');

test.each([
  ['2026-11-16T12:00:00Z', 'just now'],
  ['2026-11-16T11:59:01Z', 'just now'],
  ['2026-11-16T11:57:00Z', '3 minutes ago'],
  ['2026-11-16T10:00:00Z', '2 hours ago'],
  ['2026-11-15T12:00:00Z', 'yesterday'],
])('%s was %s', (time, age) => {
  expect(formatAge(time, now)).toBe(age);
});
