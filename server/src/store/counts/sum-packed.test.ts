import { expect, test } from 'vitest';
import { OWNER_BIT, sumPacked } from './sum-packed.ts';

/** As PostgreSQL packs a page. */
function entry(key: bigint, owner: number, answers: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeBigInt64BE(key);
  bytes.writeInt32BE(answers | (owner << OWNER_BIT), 8);
  return bytes;
}

test('the same page is added up over all days, and another owner counts separately', async () => {
  const days = [
    Buffer.concat([entry(-5n, 0, 2), entry(0x1_8000_0007n, 1, 1)]),
    Buffer.concat([entry(-5n, 0, 40), entry(-5n, 2, 1)]),
    Buffer.alloc(0),
  ];
  const sums = (await sumPacked(days.map((day) => day.toString('base64')))).sort(
    (a, b) => b.answers - a.answers || (a.owner < b.owner ? -1 : 1),
  );
  expect(sums).toEqual([
    { key: '-5', owner: 'own', answers: 42 },
    { key: '6442450951', owner: 'competitor', answers: 1 },
    { key: '-5', owner: 'other', answers: 1 },
  ]);
});

test('many pages are all kept, with each of their owners', async () => {
  const keys = Array.from({ length: 10_000 }, (_, i) => BigInt.asIntN(64, BigInt(i) * 0x9e37_79b9_7f4a_7c15n));
  const entries = keys.flatMap((key, i) => [0, 1, 2].map((owner) => entry(key, owner, 1 + owner + (i % 5))));
  const day = Buffer.concat(entries).toString('base64');
  const sums = await sumPacked([day, day]);
  const found = new Map(sums.map(({ key, owner, answers }) => [`${key} ${owner}`, answers]));
  const expected = keys.flatMap((key, i) =>
    ['own', 'competitor', 'other'].map((owner, bit): [string, number] => [`${key} ${owner}`, 2 * (1 + bit + (i % 5))]),
  );
  expect(sums).toHaveLength(expected.length);
  expect(expected.filter(([name, answers]) => found.get(name) !== answers)).toEqual([]);
});

test('nothing packed has no sums', async () => {
  expect(await sumPacked([])).toEqual([]);
});
