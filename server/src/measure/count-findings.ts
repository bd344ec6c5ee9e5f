import { dayOf } from '../base/time.ts';
import type { DailyFindings } from '../store/counts/daily-counts.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';

/** What was found in one answer, as far as it is counted. */
export interface CountedAnswer {
  keyword: { keywordId: string; reading: number };
  answer: { asked_at: Date; platform: string; prompt_id: string };
  mentions: { brand_id: string }[];
  citations: { kind: string; owner: string; owner_id: string | undefined }[];
}

/** Adds up per day, prompt and brand: answers that name it, and distinct pages of it that were cited. */
export function countFindings(answers: CountedAnswer[]): DailyFindings[] {
  const counts = new Map<string, DailyFindings>();
  for (const { keyword, answer, mentions, citations } of answers) {
    const place = {
      keyword_id: keyword.keywordId,
      reading: keyword.reading,
      day: dayOf(answer.asked_at),
      platform: answer.platform,
      prompt_id: answer.prompt_id,
    };
    const placeName = Object.values(place).join(' ');
    const countOf = (brandId: string) => {
      const key = `${placeName} ${brandId}`;
      const count = counts.get(key) ?? { ...place, brand_id: brandId, named: 0, cited: 0 };
      counts.set(key, count);
      return count;
    };
    for (const { brand_id } of mentions) countOf(brand_id).named++;
    for (const { kind, owner, owner_id } of citations) {
      if (kind !== 'cited' || owner === 'other') continue;
      countOf(owner === 'own' ? OWN_BRAND : (owner_id ?? '')).cited++;
    }
  }
  return [...counts.values()];
}
