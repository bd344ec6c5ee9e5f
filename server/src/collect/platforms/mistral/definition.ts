import type { PlatformDefinition } from '../../platform-definition.ts';
import { pricesOf, SEARCHING } from '../../prices.ts';
import { mistral } from './mistral.ts';

const price = pricesOf('mistral', SEARCHING);

export const MISTRAL: PlatformDefinition = {
  id: 'mistral',
  name: 'Mistral',
  api: 'Mistral Conversations with web search',
  prices: [price('mistral-medium-latest', '2026-11-17', [1.5, 7.5, 0.03, 0])],
  create: mistral,
};
