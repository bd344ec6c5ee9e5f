import type { PlatformDefinition } from '../../platform-definition.ts';
import { pricesOf, SEARCHING } from '../../prices.ts';
import { chatgpt } from './chatgpt.ts';

const price = pricesOf('chatgpt', SEARCHING);

export const CHATGPT: PlatformDefinition = {
  id: 'chatgpt',
  name: 'ChatGPT',
  vendor: 'OpenAI',
  api: 'OpenAI Responses with web search',
  isExpected: true,
  prices: [
    price('gpt-6.1-terra', '2026-10-26', [1, 5, 0.01, 0]),
    price('gpt-6-luna', '2026-09-22', [0.1, 0.5, 0.01, 0]),
    price('gpt-6-sol', '2026-09-22', [2, 10, 0.01, 0]),
    price('gpt-6.1-sol', '2026-10-26', [2, 10, 0.01, 0]),
    price('gpt-5.4-mini', '2026-09-03', [0.75, 4.5, 0.01, 0]),
    price('gpt-5.4', '2026-09-03', [2.5, 15, 0.01, 0]),
    price('gpt-5.5', '2026-09-03', [5, 30, 0.01, 0]),
  ],
  create: chatgpt,
};
