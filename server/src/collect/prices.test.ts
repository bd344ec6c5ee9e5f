import { expect, test } from 'vitest';
import { createPlatforms, PLATFORM_IDS, PLATFORMS } from './platforms.ts';
import { costOf, estimateCost, priceOf } from './prices.ts';
import { createTransport } from './transport.ts';

test('every price has a date, and every default model has a price', () => {
  for (const { id, prices } of PLATFORMS) {
    for (const { asOf, platform } of prices)
      expect([asOf, platform]).toEqual([expect.stringMatching(/^20\d\d-\d\d-\d\d$/), id]);
  }
  const settings = Object.fromEntries(PLATFORM_IDS.map((id) => [id, { apiKey: 'x', baseUrl: 'http://localhost' }]));
  const unpriced = [...createPlatforms(settings, createTransport()).values()].filter(({ price }) => !price);
  expect(unpriced.map(({ id }) => id)).toEqual(['openai_compatible']);
});

test.each([
  ['gpt-6.1-terra', 1],
  ['gpt-6.1-terra-2026-10-26', 1],
  ['gpt-5.4-mini', 0.75],
  ['gpt-5.4', 2.5],
  ['gpt-5.4-nano', undefined],
])('a model is priced by its own name only, dated or not: %s', (model, inputPerMillion) => {
  expect(priceOf('chatgpt', model, PLATFORMS[0]?.prices)?.inputPerMillion).toBe(inputPerMillion);
});

const price = {
  asOf: '2026-01-01',
  inputPerMillion: 2,
  outputPerMillion: 10,
  perSearch: 0.01,
  perRequest: 0.005,
  typical: { inputTokens: 1_000, outputTokens: 100, searches: 1 },
};

test('a cost is tokens, searches and the request; without usage it is unknown, not zero', () => {
  expect(costOf({ inputTokens: 500_000, outputTokens: 100_000, searches: 3 }, price)).toBeCloseTo(
    1 + 1 + 0.03 + 0.005,
    10,
  );
  expect(costOf({ searches: 0 }, price)).toBeUndefined();
});

test('an estimate lists what it leaves out', () => {
  const estimate = estimateCost({ chatgpt: 100, mine: 50 }, { chatgpt: price, mine: undefined });
  expect(estimate.usd).toBeCloseTo(100 * (0.002 + 0.001 + 0.01 + 0.005), 10);
  expect(estimate.byPlatform).toEqual({ chatgpt: estimate.usd });
  expect(estimate.unpriced).toEqual(['mine']);
});

test('an operator’s own prices replace ours', () => {
  const prices = [{ ...price, platform: 'openai_compatible', model: 'qwen3:8b' }];
  const settings = {
    openai_compatible: { apiKey: '', baseUrl: 'http://localhost', model: 'qwen3:8b', prices },
    chatgpt: { apiKey: 'x', prices },
  };
  const platforms = createPlatforms(settings, createTransport());
  expect(platforms.get('openai_compatible')?.price).toMatchObject(price);
  expect(platforms.get('chatgpt')?.price).toBeUndefined();
});
