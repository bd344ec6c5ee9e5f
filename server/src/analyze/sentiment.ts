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

/** The sentiment toward each mentioned brand, from the clauses that mention it. Only English is analyzed. */
export function findSentiments({ text, sentences }: Parts, occurrences: Occurrence[]): Map<number, Sentiment> {
  const sums = new Map<number, { total: number; clauses: number }>();
  for (const { brand } of occurrences) sums.set(brand, { total: 0, clauses: 0 });
  const method = occurrences.length > 0 && isEnglish(text) ? 'afinn-165' : 'none';
  for (let first = 0; method !== 'none' && first < occurrences.length; ) {
    const [from, to] = sentenceAt(sentences, (occurrences[first] as Occurrence).start);
    let after = first;
    while (after < occurrences.length && (occurrences[after] as Occurrence).start < to) after++;
    for (const { brand, score } of scoreSentence(text, [from, to], occurrences.slice(first, after))) {
      const sum = sums.get(brand);
      if (!sum) continue;
      sum.total += score / Math.sqrt(score * score + SATURATION);
      sum.clauses++;
    }
    first = after;
  }
  const label = ([brand, { total, clauses }]: [number, { total: number; clauses: number }]): [number, Sentiment] => [
    brand,
    { sentiment: labelOf(clauses === 0 ? 0 : total / clauses), sentimentMethod: method },
  ];
  return new Map([...sums].map(label));
}

function labelOf(mean: number): Sentiment['sentiment'] {
  if (mean >= THRESHOLD) return 'positive';
  return mean <= -THRESHOLD ? 'negative' : 'neutral';
}
