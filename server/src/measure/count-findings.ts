import { getOrMake } from '../base/get-or-make.ts';
import { dayOf } from '../base/time.ts';
import type { DailyFindings } from '../store/counts/daily-counts.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';

/** The findings of one answer that are counted. */
export interface CountedAnswer {
  keyword: { keywordId: string; reading: number };
  answer: { askedAt: Date; platform: string; promptId: string };
  mentions: { brandId: string }[];
  citations: { kind: string; owner: string; ownerId: string | undefined }[];
}

/** Sums per day, prompt and brand: answers that mention it, and distinct pages of it that were cited. */
export function countFindings(answers: CountedAnswer[]): DailyFindings[] {
  // Nested: each brand of an answer is looked up by its id alone.
  const places = new Map<string, Map<string, DailyFindings>>();
  for (const { keyword, answer, mentions, citations } of answers) {
    const place = {
      keywordId: keyword.keywordId,
      reading: keyword.reading,
      day: dayOf(answer.askedAt),
      platform: answer.platform,
      promptId: answer.promptId,
    };
    const placeName = `${place.keywordId} ${place.reading} ${place.day} ${place.platform} ${place.promptId}`;
    const counts = getOrMake(places, placeName, () => new Map<string, DailyFindings>());
    const countOf = (brandId: string) =>
      getOrMake(counts, brandId, () => ({ ...place, brandId, named: 0, cited: 0, withOwn: 0 }));
    const isOwnNamed = mentions.some(({ brandId }) => brandId === OWN_BRAND);
    for (const { brandId } of mentions) {
      const count = countOf(brandId);
      count.named++;
      if (isOwnNamed && brandId !== OWN_BRAND) count.withOwn++;
    }
    for (const { kind, owner, ownerId } of citations) {
      if (kind !== 'cited' || owner === 'other') continue;
      countOf(owner === 'own' ? OWN_BRAND : (ownerId ?? '')).cited++;
    }
  }
  return [...places.values()].flatMap((counts) => [...counts.values()]);
}
