import type { PlatformDefinition } from '../../platform-definition.ts';
import { priceRow, SEARCHING } from '../../prices.ts';
import { grok } from './grok.ts';

export const GROK: PlatformDefinition = {
  id: 'grok',
  name: 'Grok',
  vendor: 'xAI',
  api: 'xAI Responses with web search',
  prices: [
    priceRow('grok', 'grok-4.3', '2026-11-17', [1.25, 2.5, 0.005, 0], SEARCHING),
    priceRow('grok', 'grok-4.5', '2026-11-17', [2, 6, 0.005, 0], SEARCHING),
  ],
  create: grok,
};
