import type { PlatformDefinition } from '../../platform-definition.ts';
import { pricesOf, SEARCHING } from '../../prices.ts';
import { deepseek } from './deepseek.ts';

export const DEEPSEEK: PlatformDefinition = {
  id: 'deepseek',
  name: 'DeepSeek',
  api: 'DeepSeek Messages with web search',
  // Of tokens: peak prices, so that a budget holds at any hour. A search costs 5 CNY per 1,000.
  prices: pricesOf('deepseek', 0.0007, SEARCHING),
  create: deepseek,
};
