import { expect, test } from 'vitest';
import { themesOf, wordsOfNames } from './themes.ts';

const names = wordsOfNames(['Heron Board', 'Aplomb']);

test.each([
  ['Heron Board is a reliable choice for small teams that plan together.', ['reliable choice', 'small team', 'plan']],
  [
    'Its customer support is slow, but the Gantt charts are clear.',
    ['customer support', 'slow', 'gantt chart', 'clear'],
  ],
  ['Aplomb’s free plan and Heron Board’s mobile app', ['free plan', 'mobile app']],
  ['Heron-Board', []],
  ['The best tool.', []],
  ['', []],
])('%j is about %j', (sentence, themes) => {
  expect(themesOf(sentence, names)).toEqual(themes);
});
