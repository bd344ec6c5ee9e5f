import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gather } from './gather.ts';

test('what is asked for in one turn is one piece of work, and each caller gets its own result', async () => {
  const pieces: number[][] = [];
  const double = gather(
    async (numbers: number[]) => {
      pieces.push(numbers);
      return numbers.map((number) => 2 * number);
    },
    { mostRunning: 1 },
  );
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(pieces).toEqual([[1, 2, 3], [4]]);
});

test('while the most pieces run, others wait and become one piece', async () => {
  const ends: (() => void)[] = [];
  const pieces: number[][] = [];
  const same = gather(
    async (numbers: number[]) => {
      pieces.push(numbers);
      await new Promise<void>((resolve) => ends.push(resolve));
      return numbers;
    },
    { mostRunning: 2 },
  );
  const results: Promise<number>[] = [];
  for (const number of [1, 2, 3, 4]) {
    results.push(same(number));
    await turn();
  }
  expect(pieces).toEqual([[1], [2]]);
  ends[1]?.();
  expect(await results[1]).toBe(2);
  await turn();
  await turn();
  expect(pieces).toEqual([[1], [2], [3, 4]]);
  for (const end of ends) end();
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
});

test('an error reaches the callers of its piece, and the next piece runs', async () => {
  const sometimes = gather(
    async (numbers: number[]) => {
      if (numbers.includes(0)) throw new Error('none');
      return numbers;
    },
    { mostRunning: 1 },
  );
  const failed = await Promise.allSettled([sometimes(0), sometimes(1)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await sometimes(1)).toBe(1);
});
