import type { Usage } from '../../platform.ts';
import type { PlatformDefinition } from '../../platform-definition.ts';
import { pricesOf } from '../../prices.ts';
import { gemini } from './gemini.ts';

const GROUNDED: Usage = { inputTokens: 200, outputTokens: 1_300, searches: 3 };

const price = pricesOf('gemini', GROUNDED);

export const GEMINI: PlatformDefinition = {
  id: 'gemini',
  name: 'Gemini',
  vendor: 'Google',
  api: 'Google generateContent with Google Search',
  isExpected: true,
  prices: [
    // Until 2026-12-31. From 2027 on, 1.5 and 7.5.
    price('gemini-3.8-flash', '2026-10-07', [0.75, 3.75, 0.014, 0]),
    price('gemini-3.6-flash', '2026-10-07', [0.75, 3.75, 0.014, 0]),
    price('gemini-3.5-flash-lite', '2026-10-07', [0.3, 2.5, 0.014, 0]),
  ],
  create: gemini,
};
