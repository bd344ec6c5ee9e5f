import type { Usage } from '../../platform.ts';
import type { PlatformDefinition } from '../../platform-definition.ts';
import { pricesOf } from '../../prices.ts';
import { perplexity } from './perplexity.ts';

const AGENT: Usage = { inputTokens: 6_000, outputTokens: 500, searches: 1 };

const price = pricesOf('perplexity', AGENT);

export const PERPLEXITY: PlatformDefinition = {
  id: 'perplexity',
  name: 'Perplexity',
  api: 'Perplexity Agent API, search always on',
  isExpected: true,
  prices: [price('perplexity/sonar', '2026-10-07', [0.25, 2.5, 0.0025, 0])],
  create: perplexity,
};
