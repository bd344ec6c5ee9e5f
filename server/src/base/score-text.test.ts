import { expect, test } from 'vitest';
import { collecting, pointsText } from './score-text.ts';

test.each([
  [0, 40, 'collecting, 0 of 40'],
  [9, 40, 'collecting, 9 of 40'],
  [19, 160, 'collecting, 19 of 160'],
  [9, 1920, 'collecting, 9 of 1,920'],
  [20, 160, undefined],
  [8, 8, 'collecting, 8 of 20'],
  [9, null, 'collecting, 9 of 20'],
  [9, undefined, 'collecting, 9 of 20'],
])('%i answers of %s planned are shown as "%s"', (answers, planned, text) => {
  expect(collecting(answers, planned)).toBe(text);
});

test.each([
  [7, '+7 points'],
  [1, '+1 point'],
  [0, '0 points'],
  [-1, '−1 point'],
  [-12, '−12 points'],
])('a change of %i is written "%s"', (points, text) => {
  expect(pointsText(points)).toBe(text);
});
