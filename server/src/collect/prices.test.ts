import { expect, test } from 'vitest';
import { addDays } from '../base/time.ts';
import { LISTED_ON } from './generated/prices.ts';
import { createPlatforms, PLATFORM_IDS, PLATFORMS } from './platforms.ts';
import { costOf, endOf, estimateCost, priceOf } from './prices.ts';
import { createTransport } from './transport.ts';

const LAST_DAYS = 60;

test('every default model has a price and is not shut down within 60 days', () => {
  for (const { id, prices } of PLATFORMS) {
    for (const { asOf, platform } of prices) expect([asOf, platform]).toEqual([LISTED_ON, id]);
  }
  const settings = Object.fromEntries(PLATFORM_IDS.map((id) => [id, { apiKey: 'x', baseUrl: 'http://localhost' }]));
  const defaults = [...createPlatforms(settings, createTransport()).values()];
  expect(defaults.filter(({ price }) => !price).map(({ id }) => id)).toEqual(['openai_compatible']);
  const soon = addDays(LISTED_ON, LAST_DAYS);
  expect(defaults.filter(({ id, model }) => (endOf(id, model) ?? soon) < soon).map(({ model }) => model)).toEqual([]);
});

test.each([
  ['chatgpt', 'gpt-5', '2026-12-11'],
  ['chatgpt', 'gpt-5-2025-08-07', '2026-12-11'],
  ['claude', 'claude-sonnet-4-5', '2026-11-30'],
  ['chatgpt', 'gpt-6.1-terra', undefined],
  ['other', 'gpt-5', undefined],
])('%s announces the end of %s: %s', (platform, model, endsOn) => {
  expect(endOf(platform, model)).toBe(endsOn);
});

// Written by hand, not from the table.
test.each([
  ['chatgpt', 'gpt-6.1-terra', { inputPerMillion: 1, outputPerMillion: 5, cachedPerMillion: 0.05, perSearch: 0.01 }],
  ['claude', 'claude-sonnet-5-5', { inputPerMillion: 2, outputPerMillion: 10, perSearch: 0.01 }],
  ['gemini', 'gemini-3.8-flash', { inputPerMillion: 0.75, outputPerMillion: 3.75, perSearch: 0.014 }],
  ['perplexity', 'perplexity/sonar', { inputPerMillion: 0.25, outputPerMillion: 2.5, perSearch: 0.0025 }],
  ['grok', 'grok-4.3', { inputPerMillion: 1.25, outputPerMillion: 2.5, perSearch: 0.005 }],
  ['deepseek', 'deepseek-flash', { inputPerMillion: 0.3, outputPerMillion: 1.2, perSearch: 0.0007 }],
  ['mistral', 'mistral-medium-latest', { inputPerMillion: 1.5, outputPerMillion: 7.5, perSearch: 0.03 }],
  ['claude', 'claude-haiku-5-5', { inputPerMillion: 0.1, outputPerMillion: 0.5, perSearch: 0.01 }],
  ['chatgpt', 'gpt-6-astra', { inputPerMillion: 10, outputPerMillion: 50, perSearch: 0.01 }],
])('the price of %s with %s', (platform, model, expected) => {
  const prices = PLATFORMS.find(({ id }) => id === platform)?.prices;
  expect(priceOf(platform, model, prices)).toMatchObject(expected);
});

test.each([
  ['gpt-6.1-terra', 1],
  ['gpt-6.1-terra-2026-10-26', 1],
  ['gpt-5.4-mini', 0.75],
  ['gpt-5.4', 2.5],
  ['gpt-5.4-nano', 0.2],
  ['gpt-5.4-nano-special', undefined],
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

test('cached tokens have their own price, and a long request has other prices for all its tokens', () => {
  const tiered = {
    ...price,
    cachedPerMillion: 0.2,
    long: { above: 200_000, inputPerMillion: 4, outputPerMillion: 20, cachedPerMillion: 0.4 },
  };
  const usage = { inputTokens: 200_000, cachedInputTokens: 50_000, outputTokens: 1_000 };
  expect(costOf(usage, tiered)).toBeCloseTo(0.15 * 2 + 0.05 * 0.2 + 0.001 * 10 + 0.005, 10);
  expect(costOf(usage, price)).toBeCloseTo(0.2 * 2 + 0.001 * 10 + 0.005, 10);
  expect(costOf({ ...usage, inputTokens: 200_001 }, tiered)).toBeCloseTo(
    0.150001 * 4 + 0.05 * 0.4 + 0.001 * 20 + 0.005,
    10,
  );
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
