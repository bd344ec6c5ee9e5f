import type { Sentiment } from '@visibility/sdk';
import { SENTIMENT_ACCURACY } from '../../../server/src/base/score-text.ts';

export const SENTIMENT_NOTE = `Sentiment is a hint: ${SENTIMENT_ACCURACY} Mentions without a clear judgement and other languages are unclear.`;

/** The analysis is neutral about mentions that it cannot judge. */
export function sentimentLabel(sentiment: Sentiment): string {
  return sentiment === 'neutral' ? 'unclear' : sentiment;
}
