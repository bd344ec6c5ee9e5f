import type { Usage } from '../../platform.ts';
import type { PlatformDefinition } from '../../platform-definition.ts';
import { pricesOf } from '../../prices.ts';
import { gemini } from './gemini.ts';

const GROUNDED: Usage = { inputTokens: 200, outputTokens: 1_300, searches: 3 };

export const GEMINI: PlatformDefinition = {
  id: 'gemini',
  name: 'Gemini',
  vendor: 'Google',
  api: 'Google generateContent with Google Search',
  isExpected: true,
  prices: pricesOf('gemini', 0.014, GROUNDED),
  create: gemini,
};
