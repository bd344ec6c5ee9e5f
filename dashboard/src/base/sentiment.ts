import type { Sentiment } from '@visibility/sdk';

/** Measured on public test sets of laptop and restaurant reviews (docs/scoring.md). */
export const SENTIMENT_NOTE =
  'Sentiment is a hint: 85 to 91 of 100 labels in English reviews were right. Mentions without a clear judgement and other languages are unclear.';

/** The analysis is neutral about mentions that it cannot judge. */
export function sentimentLabel(sentiment: Sentiment): string {
  return sentiment === 'neutral' ? 'unclear' : sentiment;
}
