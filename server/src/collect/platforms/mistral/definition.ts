import type { PlatformDefinition } from '../../platform-definition.ts';
import { priceRow, SEARCHING } from '../../prices.ts';
import { mistral } from './mistral.ts';

export const MISTRAL: PlatformDefinition = {
  id: 'mistral',
  name: 'Mistral',
  api: 'Mistral Conversations with web search',
  prices: [priceRow('mistral', 'mistral-medium-latest', '2026-11-17', [1.5, 7.5, 0.03, 0], SEARCHING)],
  create: mistral,
};
