import { expect, test } from 'vitest';
import { generateKey, isKeyShaped, shownPrefix } from './api-key.ts';

test('a key has its type and 36 more characters', () => {
  expect(generateKey('live')).toMatch(/^svc_live_[0-9A-Za-z]{36}$/);
  expect(generateKey('test')).toMatch(/^svc_test_[0-9A-Za-z]{36}$/);
  expect(shownPrefix('svc_test_abcdefgh')).toBe('svc_test_abcd');
});

test('the checksum detects any single wrong character', () => {
  const key = generateKey('live');
  expect(isKeyShaped(key)).toBe(true);
  for (let i = 0; i < key.length; i++) {
    const wrong = key.slice(0, i) + (key[i] === 'x' ? 'y' : 'x') + key.slice(i + 1);
    expect(isKeyShaped(wrong)).toBe(false);
  }
  for (const text of ['', 'svc_live_', `${key}0`, key.slice(0, -1), key.replace('live', 'test'), ` ${key}`]) {
    expect(isKeyShaped(text)).toBe(false);
  }
});

test('all characters are equally likely', () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 2_000; i++) {
    for (const character of generateKey('live').slice(9, 39)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  // 60,000 draws from 62: 968 each, with a standard deviation of 31.
  expect(counts.size).toBe(62);
  for (const count of counts.values()) expect(Math.abs(count - 968)).toBeLessThan(170);
});
