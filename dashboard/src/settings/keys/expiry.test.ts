import { expect, test } from 'vitest';
import { expiresAt } from './expiry.ts';

const now = new Date('2026-11-16T10:00:00Z');

test('a key never expires, or so many days from now', () => {
  expect(expiresAt({ expiry: 'never', date: '' }, now)).toBeNull();
  expect(expiresAt({ expiry: '7', date: '' }, now)).toBe('2026-11-23T10:00:00.000Z');
});

test('a key works until the end of its last day in the local time zone', () => {
  const end = expiresAt({ expiry: 'date', date: '2026-12-31' }, now);
  expect(new Date(end ?? '').getTime()).toBe(new Date(2027, 0, 1).getTime());
});
