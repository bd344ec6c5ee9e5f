import { expect, test } from 'vitest';
import { fromDraft, toDraft } from './brand-draft.ts';
import { sumPreview } from './sum-preview.ts';

const preview = (keyword: string, [before, after]: [number, number], gained: number) => ({
  keyword_id: keyword,
  keyword,
  score_before: before,
  score_after: after,
  answers: 100,
  gained,
  lost: 0,
  examples: [1, 2, 3].map((n) => ({
    answer_id: `${keyword}${n}`,
    platform: 'chatgpt',
    change: 'gained' as const,
    context: `${keyword} ${n}`,
  })),
});

test('the parts of a preview are added up, and the biggest changes come first', () => {
  const sum = sumPreview([preview('a', [40, 42], 2), preview('b', [42, 50], 8), preview('c', [10, 10], 0)]);
  expect(sum).toMatchObject({ keywords: 3, answers: 300, gained: 10, lost: 0, scoreBefore: 31, scoreAfter: 34 });
  expect(sum.movers.map(({ keyword }) => keyword)).toEqual(['b', 'a']);
});

test('examples come from different keywords before a second of any', () => {
  const sum = sumPreview([preview('a', [40, 42], 2), preview('b', [42, 50], 8)]);
  expect(sum.examples.slice(0, 3).map(({ context }) => context)).toEqual(['a 1', 'b 1', 'a 2']);
});

test('a sentence that many answers share is one example', () => {
  const same = (keyword: string) => ({
    ...preview(keyword, [40, 42], 1),
    examples: [{ answer_id: keyword, platform: 'claude', change: 'gained' as const, context: 'The same sentence.' }],
  });
  expect(sumPreview([same('a'), same('b')]).examples).toHaveLength(1);
});

test('a brand that is not changed reads as it came, and an address is taken for its domain', () => {
  const brand = {
    name: 'Acme',
    aliases: [{ text: 'Acme One', case: 'exact' as const, require_any: ['app'], exclude_any: [] }],
    domains: ['acme.io'],
  };
  expect(fromDraft(toDraft(brand))).toEqual(brand);
  expect(fromDraft({ ...toDraft(brand), domains: 'https://www.Acme.io/about\nacme.io' }).domains).toEqual(['acme.io']);
});
