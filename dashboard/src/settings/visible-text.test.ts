import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

test('invisible and direction-changing characters are written out', () => {
  expect(visibleText('a\u202Eb\u0000c\u200Bd')).toBe('a⟨U+202E⟩b␀c⟨U+200B⟩d');
  expect(visibleText('one\r\n\ttwo\nthree')).toBe('one\n\ttwo\nthree');
  expect(visibleText('für 鞋 👟')).toBe('für 鞋 👟');
});
