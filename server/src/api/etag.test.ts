import { expect, test } from 'vitest';
import { etagOf, isKnown } from './etag.ts';

test('the same parts have the same ETag, different parts do not', () => {
  expect(etagOf('a', 'b')).toBe(etagOf('a', 'b'));
  expect(etagOf('ab')).not.toBe(etagOf('a', 'b'));
  expect(etagOf('a', 'b')).toMatch(/^"[A-Za-z0-9_-]{27}"$/);
});

test.each([
  ['"x"', true],
  ['W/"x"', true],
  ['"y", W/"x"', true],
  ['*', true],
  ['"y"', false],
  ['x', false],
  ['', false],
])('If-None-Match: %s knows "x": %s', (header, expected) => {
  expect(isKnown(header, '"x"')).toBe(expected);
});
