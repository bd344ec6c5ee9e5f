import type { PlatformDefinition } from '../../platform-definition.ts';
import { pricesOf, SEARCHING } from '../../prices.ts';
import { grok } from './grok.ts';

const price = pricesOf('grok', SEARCHING);

export const GROK: PlatformDefinition = {
  id: 'grok',
  name: 'Grok',
  vendor: 'xAI',
  api: 'xAI Responses with web search',
  prices: [price('grok-4.3', '2026-11-17', [1.25, 2.5, 0.005, 0]), price('grok-4.5', '2026-11-17', [2, 6, 0.005, 0])],
  create: grok,
};
