import type { PlatformDefinition } from '../../platform-definition.ts';
import { pricesOf, SEARCHING } from '../../prices.ts';
import { claude } from './claude.ts';

const price = pricesOf('claude', SEARCHING);

export const CLAUDE: PlatformDefinition = {
  id: 'claude',
  name: 'Claude',
  vendor: 'Anthropic',
  api: 'Anthropic Messages with web search',
  isExpected: true,
  prices: [
    price('claude-sonnet-4-6', '2026-09-29', [3, 15, 0.01, 0]),
    price('claude-sonnet-5', '2026-09-29', [2, 10, 0.01, 0]),
    price('claude-sonnet-5-5', '2026-09-29', [2, 10, 0.01, 0]),
  ],
  create: claude,
};
