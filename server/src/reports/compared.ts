import type { WindowScore } from '../measure/rescore.ts';
import { signedPercent } from '../score/signed.ts';
import { trendPercent } from '../score/trend.ts';
import type { PlatformScore } from '../score/visibility.ts';
import type { ComparedScore } from './content.ts';

/** A score beside the one before it. */
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
