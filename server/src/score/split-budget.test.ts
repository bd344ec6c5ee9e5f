import { expect, test } from 'vitest';
import { splitBudget } from './split-budget.ts';

test.each([
  // 8 answers that vary 1.7 times as much have a correlation of 0.1: 11 answers vary twice as much.
  [1.7, 8, { repeats: 11, days: 7, promptsFactor: 1 }],
  [4.1, 32, { repeats: 11, days: 7, promptsFactor: 32 / 11 }],
  [10.3, 32, { repeats: 4, days: 4, promptsFactor: 8 }],
  [0.9, 8, undefined],
])(
  'with a scatter of %d at %d answers per prompt, the same budget is best split so: %j',
  (phi, answersPerPrompt, split) => {
    expect(splitBudget({ phi, answersPerPrompt })).toEqual(split);
  },
);
