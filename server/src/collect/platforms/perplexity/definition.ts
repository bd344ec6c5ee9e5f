import type { Usage } from '../../platform.ts';
import type { PlatformDefinition } from '../../platform-definition.ts';
import { priceRow } from '../../prices.ts';
import { perplexity } from './perplexity.ts';

const AGENT: Usage = { inputTokens: 6_000, outputTokens: 500, searches: 1 };
const SONAR: Usage = { inputTokens: 20, outputTokens: 400 };

export const PERPLEXITY: PlatformDefinition = {
  id: 'perplexity',
  name: 'Perplexity',
  api: 'Perplexity Agent API, search always on',
  isExpected: true,
  prices: [
    priceRow('perplexity', 'perplexity/sonar', '2026-10-07', [0.25, 2.5, 0.0025, 0], AGENT),
    priceRow('perplexity', 'sonar', '2026-09-01', [1, 1, 0, 0.005], SONAR),
    priceRow('perplexity', 'sonar-pro', '2026-09-01', [3, 15, 0, 0.006], SONAR),
  ],
  create: perplexity,
};
