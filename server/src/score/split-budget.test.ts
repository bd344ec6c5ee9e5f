import { expect, test } from 'vitest';
import { recommendRepeats } from './split-budget.ts';

test.each([
  // 8 answers that vary 1.7 times as much have a correlation of 0.1: 11 answers vary twice as much.
  [1.7, 8, 11],
  [4.1, 32, 11],
  [10.3, 32, 4],
  [0.9, 8, undefined],
])(
  'with a scatter of %d at %d answers per prompt, asking a prompt %s times a week is enough',
  (phi, answersPerPrompt, repeats) => {
    expect(recommendRepeats({ phi, answersPerPrompt })).toBe(repeats);
  },
);
