import { expect, test } from 'vitest';
import { emptySum } from '../../score/sum-day.ts';
import { packPages, sumPages } from './packed-pages.ts';

type Count = [key: bigint, owner: 'own' | 'competitor' | 'other', answers: number];

function packed(counts: Count[]): string {
  const { pages } = emptySum();
  for (const [key, owner, answers] of counts) pages[owner].set(key.toString(), answers);
  return packPages(pages);
}

test('a page takes 12 bytes: its key, the owner in the highest bits, and its answers', () => {
  const bytes = Buffer.from(
    packed([
      [7n, 'other', 258],
      [-2n, 'competitor', 3],
    ]),
    'base64',
  );
  expect(bytes.toString('hex')).toBe('fffffffffffffffe10000003' + '000000000000000720000102');
});

test('the same page is added up over all days, and another owner counts separately', async () => {
  const days = [
    packed([
      [-5n, 'own', 2],
      [0x1_8000_0007n, 'competitor', 1],
    ]),
    packed([
      [-5n, 'own', 40],
      [-5n, 'other', 1],
    ]),
    packed([]),
  ];
  const sums = (await sumPages(days)).sort((a, b) => b.answers - a.answers || (a.owner < b.owner ? -1 : 1));
  expect(sums).toEqual([
    { key: '-5', owner: 'own', answers: 42 },
    { key: '6442450951', owner: 'competitor', answers: 1 },
    { key: '-5', owner: 'other', answers: 1 },
  ]);
});

test('many pages are all kept, with each of their owners', async () => {
  const keys = Array.from({ length: 10_000 }, (_, i) => BigInt.asIntN(64, BigInt(i) * 0x9e37_79b9_7f4a_7c15n));
  const day = packed(
    keys.flatMap((key, i): Count[] => [
      [key, 'own', 1 + (i % 5)],
      [key, 'competitor', 2 + (i % 5)],
      [key, 'other', 3 + (i % 5)],
    ]),
  );
  const sums = await sumPages([day, day]);
  const found = new Map(sums.map(({ key, owner, answers }) => [`${key} ${owner}`, answers]));
  const expected = keys.flatMap((key, i) =>
    ['own', 'competitor', 'other'].map((owner, bit): [string, number] => [`${key} ${owner}`, 2 * (1 + bit + (i % 5))]),
  );
  expect(sums).toHaveLength(expected.length);
  expect(expected.filter(([name, answers]) => found.get(name) !== answers)).toEqual([]);
});

test('nothing packed has no sums', async () => {
  expect(await sumPages([])).toEqual([]);
});
