import type { PlatformDefinition } from '../../platform-definition.ts';
import { pricesOf, SEARCHING } from '../../prices.ts';
import { claude } from './claude.ts';

export const CLAUDE: PlatformDefinition = {
  id: 'claude',
  name: 'Claude',
  vendor: 'Anthropic',
  api: 'Anthropic Messages with web search',
  isExpected: true,
  prices: pricesOf('claude', 0.01, SEARCHING),
  create: claude,
};
