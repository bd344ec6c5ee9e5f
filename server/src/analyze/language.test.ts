import { expect, test } from 'vitest';
import { ANSWERS } from './labelled/pairs.ts';
import { HELD_OUT, TUNED } from './labelled/sentiments.ts';
import { isEnglish } from './language.ts';

test('every labeled English sentence is recognized as English', () => {
  const missed = [...TUNED, ...HELD_OUT].filter(([, sentence]) => !isEnglish(sentence));
  expect(missed).toEqual([]);
});

test('no labeled answer in another language is recognized as English', () => {
  const others = ANSWERS.filter(({ language }) => language !== 'en');
  expect(others.filter(({ text }) => isEnglish(text)).map(({ text }) => text)).toEqual([]);
});
