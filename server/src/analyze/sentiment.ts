import type { Parts } from './context.ts';
import { isEnglish } from './language.ts';
import type { Occurrence } from './mentions.ts';
import { scoreSentence } from './sentence-score.ts';
import { sentenceAt } from './sentences.ts';

/** How an answer describes a brand. A label next to the score, never part of it. */
export interface Sentiment {
  sentiment: 'positive' | 'neutral' | 'negative';
  sentimentMethod: 'afinn-165' | 'none';
}

const THRESHOLD = 0.3;
/** Limits a clause to ±1, as in VADER: one word of weight 1 stays below the threshold, one of weight 2 exceeds it. */
const SATURATION = 15;

interface Sum {
  total: number;
  clauses: number;
  isClose: boolean;
}

/**
 * The sentiment toward each mentioned brand, from the clauses that mention it. Only English is analyzed. Neutral unless
 * a judging word is close to the name at least once.
 */
export function findSentiments({ text, sentences }: Parts, occurrences: Occurrence[]): Map<number, Sentiment> {
  const sums = new Map<number, Sum>();
  for (const { brand } of occurrences) sums.set(brand, { total: 0, clauses: 0, isClose: false });
  const method = occurrences.length > 0 && isEnglish(text) ? 'afinn-165' : 'none';
  for (let first = 0; method !== 'none' && first < occurrences.length; ) {
    const [from, to] = sentenceAt(sentences, (occurrences[first] as Occurrence).start);
    let after = first;
    while (after < occurrences.length && (occurrences[after] as Occurrence).start < to) after++;
    for (const { brand, score, isClose } of scoreSentence(text, [from, to], occurrences.slice(first, after))) {
      const sum = sums.get(brand);
      if (!sum) continue;
      sum.total += score / Math.sqrt(score * score + SATURATION);
      sum.clauses++;
      sum.isClose ||= isClose;
    }
    first = after;
  }
  return new Map([...sums].map(([brand, sum]) => [brand, { sentiment: labelOf(sum), sentimentMethod: method }]));
}

function labelOf({ total, clauses, isClose }: Sum): Sentiment['sentiment'] {
  if (!isClose) return 'neutral';
  const mean = total / clauses;
  if (mean >= THRESHOLD) return 'positive';
  return mean <= -THRESHOLD ? 'negative' : 'neutral';
}
