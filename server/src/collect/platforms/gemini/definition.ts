import type { Usage } from '../../platform.ts';
import type { PlatformDefinition } from '../../platform-definition.ts';
import { priceRow } from '../../prices.ts';
import { gemini } from './gemini.ts';

const GROUNDED: Usage = { inputTokens: 200, outputTokens: 1_300, searches: 3 };

export const GEMINI: PlatformDefinition = {
  id: 'gemini',
  name: 'Gemini',
  vendor: 'Google',
  api: 'Google generateContent with Google Search',
  isExpected: true,
  prices: [
    priceRow('gemini', 'gemini-3.5-flash', '2026-10-07', [1.5, 9, 0.014, 0], GROUNDED),
    priceRow('gemini', 'gemini-3.5-flash-lite', '2026-10-07', [0.3, 2.5, 0.014, 0], GROUNDED),
    // The 2.x models charge once per grounded prompt, regardless of the number of searches.
    priceRow('gemini', 'gemini-2.5-flash', '2026-10-07', [0.3, 2.5, 0, 0.035], GROUNDED),
  ],
  create: gemini,
};
