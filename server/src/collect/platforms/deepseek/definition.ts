import type { PlatformDefinition } from '../../platform-definition.ts';
import { pricesOf, SEARCHING } from '../../prices.ts';
import { deepseek } from './deepseek.ts';

const price = pricesOf('deepseek', SEARCHING);

export const DEEPSEEK: PlatformDefinition = {
  id: 'deepseek',
  name: 'DeepSeek',
  api: 'DeepSeek Messages with web search',
  prices: [
    // Peak prices, so that a budget holds at any hour. Off-peak tokens cost half. A search costs 5 CNY per 1,000.
    price('deepseek-flash', '2026-11-17', [0.3, 1.2, 0.0007, 0]),
    price('deepseek-v4-pro', '2026-11-17', [1.32, 3.96, 0.0007, 0]),
  ],
  create: deepseek,
};
