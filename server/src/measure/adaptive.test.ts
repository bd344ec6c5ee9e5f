import { expect, test } from 'vitest';
import { wilson } from '../score/wilson.ts';
import { repetitionsFor } from './adaptive.ts';

test('the less certain a share is, the more often a prompt is asked, until the interval is narrow enough', () => {
  const often = [0, 0.1, 0.3, 0.5].map((share) => repetitionsFor({ share, prompts: 5, points: 25 }));
  expect(often).toEqual([...often].sort((a, b) => a - b));
  for (const share of [0.1, 0.3, 0.5, 0.9]) {
    const repetitions = repetitionsFor({ share, prompts: 5, points: 25 });
    const [low, high] = wilson(share, 5 * repetitions);
    expect(100 * (high - low)).toBeLessThanOrEqual(25);
    const [less, more] = wilson(share, 5 * (repetitions - 1));
    if (repetitions > 4) expect(100 * (more - less)).toBeGreaterThan(25);
  }
});

test('no prompt is asked too often or too rarely', () => {
  expect(repetitionsFor({ share: 0.5, prompts: 5, points: 5 })).toBe(40);
  expect(repetitionsFor({ share: 0, prompts: 20, points: 60 })).toBe(4);
});
