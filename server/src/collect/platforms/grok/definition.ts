import type { PlatformDefinition } from '../../platform-definition.ts';
import { pricesOf, SEARCHING } from '../../prices.ts';
import { grok } from './grok.ts';

export const GROK: PlatformDefinition = {
  id: 'grok',
  name: 'Grok',
  vendor: 'xAI',
  api: 'xAI Responses with web search',
  prices: pricesOf('grok', 0.005, SEARCHING),
  create: grok,
};
