import type { PlatformDefinition } from '../../platform-definition.ts';
import { pricesOf, SEARCHING } from '../../prices.ts';
import { mistral } from './mistral.ts';

export const MISTRAL: PlatformDefinition = {
  id: 'mistral',
  name: 'Mistral',
  api: 'Mistral Conversations with web search',
  prices: pricesOf('mistral', 0.03, SEARCHING),
  create: mistral,
};
