import { expect, test } from 'vitest';
import { hasAnswers, sharedPrompts, sumByPrompt, total } from './counts.ts';

test('rows of several days become one row per prompt', () => {
  const rows = [
    { promptId: 'a', n: 2, k: 1 },
    { promptId: 'b', n: 1, k: 0 },
    { promptId: 'a', n: 3, k: 3 },
  ];
  expect(sumByPrompt(rows)).toEqual([
    { promptId: 'a', n: 5, k: 4 },
    { promptId: 'b', n: 1, k: 0 },
  ]);
  expect(rows[0]).toEqual({ promptId: 'a', n: 2, k: 1 });
});

test('a prompt whose answers all failed is left out, not counted as not mentioned', () => {
  const rows = [
    { promptId: 'a', n: 8, k: 8 },
    { promptId: 'b', n: 0, k: 0 },
  ];
  expect(sumByPrompt(rows)).toEqual([{ promptId: 'a', n: 8, k: 8 }]);
  expect(hasAnswers(rows)).toBe(true);
  expect(hasAnswers(rows.slice(1))).toBe(false);
});

test('mentions are the answers that mention the brand, over all prompts', () => {
  expect(
    total([
      { n: 8, k: 3 },
      { n: 8, k: 0 },
    ]),
  ).toEqual({ n: 16, k: 3 });
});

test('two sides keep the prompts that both have answers to', () => {
  const left = [
    { promptId: 'a', n: 8, k: 1 },
    { promptId: 'b', n: 8, k: 2 },
    { promptId: 'c', n: 0, k: 0 },
  ];
  const right = [
    { promptId: 'b', n: 4, k: 3 },
    { promptId: 'c', n: 4, k: 4 },
  ];
  expect(sharedPrompts(left, right)).toEqual([[{ promptId: 'b', n: 8, k: 2 }], [{ promptId: 'b', n: 4, k: 3 }]]);
});
