import type { PlatformDefinition } from '../../platform-definition.ts';
import { pricesOf, SEARCHING } from '../../prices.ts';
import { chatgpt } from './chatgpt.ts';

export const CHATGPT: PlatformDefinition = {
  id: 'chatgpt',
  name: 'ChatGPT',
  vendor: 'OpenAI',
  api: 'OpenAI Responses with web search',
  isExpected: true,
  prices: pricesOf('chatgpt', 0.01, SEARCHING),
  create: chatgpt,
};
