import type { PlatformDefinition } from '../../platform-definition.ts';
import { priceRow, SEARCHING } from '../../prices.ts';
import { claude } from './claude.ts';

export const CLAUDE: PlatformDefinition = {
  id: 'claude',
  name: 'Claude',
  vendor: 'Anthropic',
  api: 'Anthropic Messages with web search',
  isExpected: true,
  prices: [
    priceRow('claude', 'claude-sonnet-4-6', '2026-09-29', [3, 15, 0.01, 0], SEARCHING),
    priceRow('claude', 'claude-sonnet-5', '2026-09-29', [2, 10, 0.01, 0], SEARCHING),
    priceRow('claude', 'claude-sonnet-5-5', '2026-09-29', [2, 10, 0.01, 0], SEARCHING),
  ],
  create: claude,
};
