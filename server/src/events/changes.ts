import { signedNumber, signedPercent } from '../score/signed.ts';
import { trendPercent } from '../score/trend.ts';
import type { NewEvent } from './derive.ts';

/** A series whose closed window differs significantly from its baseline. */
export interface SignificantChange {
  keywordId: string;
  keyword: string;
  platform: string;
  /** Undefined for the own brand. */
  competitor: { id: string; name: string } | undefined;
  window: number;
  change: { previousScore: number; newScore: number };
  evidence: object;
}

/** `visibility.changed`, or `competitor.changed` for a competitor's series. */
export function changeEvent({ competitor, window, change, evidence, ...place }: SignificantChange): NewEvent {
  const data = {
    keyword_id: place.keywordId,
    keyword: place.keyword,
    previous_score: change.previousScore,
    new_score: change.newScore,
    change: signedNumber(change.newScore - change.previousScore),
    change_percent: signedPercent(trendPercent(change.previousScore, change.newScore)),
    platform: place.platform,
  };
  const series = `${place.keywordId} ${place.platform} ${window}`;
  if (!competitor) return { type: 'visibility.changed', data, fact: `visibility.changed ${series}`, evidence };
  return {
    type: 'competitor.changed',
    data: { ...data, competitor_id: competitor.id, competitor_name: competitor.name },
    fact: `competitor.changed ${competitor.id} ${series}`,
    evidence,
  };
}
