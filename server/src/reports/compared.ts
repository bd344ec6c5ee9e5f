import { signedPercent } from '../score/signed.ts';
import { trendPercent } from '../score/trend.ts';
import type { PlatformScore } from '../score/visibility.ts';
import type { WindowScore } from '../score/window.ts';
import type { ComparedScore } from './content.ts';

/** A score with the score of the previous period. */
export function compared(
  { overall, citations }: { overall: PlatformScore; citations: WindowScore['citations'] },
  previous: number | undefined,
): ComparedScore {
  return {
    visibility_score: overall.score,
    interval: overall.interval,
    sample_size: overall.n,
    mentions: overall.k,
    citations,
    previous_score: previous ?? null,
    trend: signedPercent(trendPercent(previous, overall.score)),
  };
}

/**
 * Whether the previous period has answers on at least half as many days as the report's period. Otherwise its score
 * would be based on only a few days. With weekly imports, both periods have one day and can be compared.
 */
export function isComparable(daysBefore: number, daysNow: number): boolean {
  return daysBefore > 0 && 2 * daysBefore >= daysNow;
}

export function withoutComparison<Score extends ComparedScore>(score: Score): Score {
  return { ...score, previous_score: null, trend: signedPercent(trendPercent(undefined, score.visibility_score)) };
}
