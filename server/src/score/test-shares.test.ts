import { expect, test } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { holm } from './holm.ts';
import { type SharesToTest, testShares } from './test-shares.ts';

test('Holm’s correction counts the comparisons that are left, and keeps the order', () => {
  expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06]);
  expect(holm([0.9, 0.5])).toEqual([1, 1]);
  expect(holm([])).toEqual([]);
});

const random = seededRandom('shares');
const PROMPTS = ['a', 'b', 'c', 'd', 'e'];

/** Eight answers to each prompt in each week. With clusters, a prompt's answers of one week are alike. */
function weeks(shares: number[], { isClustered = false } = {}): SharesToTest {
  const periods = shares.map((share) =>
    PROMPTS.map((promptId) => {
      const mean = isClustered ? Math.min(1, Math.max(0, share + 0.3 * (random() - 0.5))) : share;
      const k = Array.from({ length: 8 }, () => random() < mean).filter(Boolean).length;
      return { promptId, n: 8, k };
    }),
  );
  return { periods, scatter: undefined };
}

const steady = (share: number) => Array(13).fill(share);

test.each([
  ['independent', false],
  ['clustered', true],
])('without a change, few families of 20 have a clear one: %s answers', (_, isClustered) => {
  const families = Array.from({ length: 120 }, () =>
    testShares(Array.from({ length: 20 }, (_, i) => weeks(steady(0.05 + i / 30), { isClustered }))),
  );
  const wrong = families.filter((family) => family.some((one) => one?.change !== 'no_clear_change')).length;
  expect(wrong / families.length).toBeLessThanOrEqual(0.07);
});

test('a large change among 20 is found, with its direction and an interval around it', () => {
  const found = Array.from({ length: 40 }, () => {
    const others = Array.from({ length: 19 }, () => weeks(steady(0.3)));
    return testShares([weeks([0.6, ...Array(12).fill(0.15)]), ...others])[0];
  });
  expect(found.filter((one) => one?.change === 'rose').length).toBeGreaterThan(36);
  expect(found.every((one) => one && one.interval[0] < one.points && one.points < one.interval[1])).toBe(true);
});

test('below 20 answers nothing is claimed, and without a shared prompt nothing is compared', () => {
  const few = { periods: [[{ promptId: 'a', n: 9, k: 9 }], [{ promptId: 'a', n: 9, k: 0 }]], scatter: undefined };
  const apart = { periods: [[{ promptId: 'a', n: 40, k: 9 }], [{ promptId: 'b', n: 40, k: 0 }]], scatter: undefined };
  expect(testShares([few])[0]).toMatchObject({ change: 'no_clear_change', adjustedP: 1, points: 100 });
  expect(testShares([apart])).toEqual([undefined]);
});
