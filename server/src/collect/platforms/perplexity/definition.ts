import type { Usage } from '../../platform.ts';
import type { PlatformDefinition } from '../../platform-definition.ts';
import { priceRow } from '../../prices.ts';
import { perplexity } from './perplexity.ts';

const SONAR: Usage = { inputTokens: 20, outputTokens: 400 };

export const PERPLEXITY: PlatformDefinition = {
  id: 'perplexity',
  name: 'Perplexity',
  api: 'Perplexity chat completions',
  isExpected: true,
  prices: [
    priceRow('perplexity', 'sonar', '2026-09-01', [1, 1, 0, 0.005], SONAR),
    priceRow('perplexity', 'sonar-pro', '2026-09-01', [3, 15, 0, 0.006], SONAR),
  ],
  create: perplexity,
};
