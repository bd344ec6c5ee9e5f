import { expect, test } from 'vitest';
import { createBadKeyThrottle } from './bad-key-throttle.ts';

test('thirty wrong keys within a minute block their address until the minute is over', () => {
  let now = 1_000_000;
  const throttle = createBadKeyThrottle(() => now);
  for (let i = 0; i < 29; i++) throttle.noteBadKey('203.0.113.7');
  expect(throttle.secondsRefused('203.0.113.7')).toBe(0);
  now += 20_000;
  throttle.noteBadKey('203.0.113.7');
  expect(throttle.secondsRefused('203.0.113.7')).toBe(40);
  expect(throttle.secondsRefused('203.0.113.8')).toBe(0);
  now += 40_000;
  expect(throttle.secondsRefused('203.0.113.7')).toBe(0);
  for (let i = 0; i < 30; i++) {
    expect(throttle.secondsRefused('203.0.113.7')).toBe(0);
    throttle.noteBadKey('203.0.113.7');
  }
  expect(throttle.secondsRefused('203.0.113.7')).toBe(60);
});

test.each([
  ['2001:db8::1', '2001:0db8:0:0:ffff::9', true],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::', true],
  ['2001:db8::1', '2001:db8:0:1::1', false],
  ['::1', '1::', false],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.8', false],
])('%s and %s are the same network: %s', (one, other, expected) => {
  const throttle = createBadKeyThrottle(() => 0);
  for (let i = 0; i < 30; i++) throttle.noteBadKey(one);
  expect(throttle.secondsRefused(other) > 0).toBe(expected);
});

test('many addresses do not fill up the memory', () => {
  const throttle = createBadKeyThrottle(() => 0);
  for (let i = 0; i < 30; i++) throttle.noteBadKey('first');
  for (let i = 0; i < 10_000; i++) throttle.noteBadKey(`10.0.${i >> 8}.${i & 255}`);
  expect(throttle.secondsRefused('first')).toBe(0);
});
