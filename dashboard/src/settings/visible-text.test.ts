import { expect, test } from 'vitest';
import { fieldErrors, linesOf } from './field-errors.ts';
import { visibleText } from './visible-text.ts';

test('text that hides or turns itself around is written out', () => {
  expect(visibleText('a\u202Eb\u0000c\u200Bd')).toBe('a⟨U+202E⟩b␀c⟨U+200B⟩d');
  expect(visibleText('one\r\n\ttwo\nthree')).toBe('one\n\ttwo\nthree');
  expect(visibleText('für 鞋 👟')).toBe('für 鞋 👟');
});

test('each problem stands at its field, an entry of a list under its own words', () => {
  const error = new Error('name: must not be empty; allowed_ips[1]: must be an address; Key limit of 25 reached.');
  expect(fieldErrors(error, { name: '', allowed_ips: ['10.0.0.1', 'x'] })).toEqual({
    at: { name: 'Must not be empty.', allowed_ips: '“x” must be an address.' },
    rest: new Error('Key limit of 25 reached.'),
  });
  expect(fieldErrors(null, {})).toEqual({ at: {}, rest: null });
});

test('a problem of a field the form does not have is not lost', () => {
  expect(fieldErrors(new Error('mode: must be live or test'), { name: 'x' }).rest?.message).toBe(
    'mode: must be live or test',
  );
});

test('lists are typed one a line or with commas', () => {
  expect(linesOf(' 10.0.0.1 \n\n10.0.0.2, 10.0.0.3')).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3']);
});
