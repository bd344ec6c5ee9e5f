import type { Usage } from '../../platform.ts';
import type { PlatformDefinition } from '../../platform-definition.ts';
import { pricesOf } from '../../prices.ts';
import { perplexity } from './perplexity.ts';

const AGENT: Usage = { inputTokens: 6_000, outputTokens: 500, searches: 1 };

export const PERPLEXITY: PlatformDefinition = {
  id: 'perplexity',
  name: 'Perplexity',
  api: 'Perplexity Agent API, search always on',
  isExpected: true,
  prices: pricesOf('perplexity', 0.0025, AGENT),
  create: perplexity,
};
