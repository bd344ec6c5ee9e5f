import { getOrMake } from '../base/get-or-make.ts';
import { dayOf } from '../base/time.ts';
import type { DayTotals, FindingTotals, WorkspaceTotals } from '../store/counts/workspace-totals.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';
import type { FoundAnswer } from './add-to-days.ts';

/** Sums over all keywords, per day and platform, and then per brand and number of brands mentioned together. */
export function countTotals(answers: FoundAnswer[]): WorkspaceTotals {
  const { days, findings } = addToTotals(emptyTotals(), answers);
  return { days: [...days.values()], findings: [...findings.values()] };
}

/** Sums by key. */
export interface NamedTotals {
  days: Map<string, DayTotals>;
  findings: Map<string, FindingTotals>;
}

export function emptyTotals(): NamedTotals {
  return { days: new Map(), findings: new Map() };
}

export function addToTotals(totals: NamedTotals, answers: FoundAnswer[]): NamedTotals {
  const { days, findings } = totals;
  for (const { keyword, answer, mentions, citations } of answers) {
    if (answer.status !== 'valid') continue;
    const place = { day: dayOf(answer.askedAt), reading: keyword.reading, platform: answer.platform };
    const placeName = `${place.day} ${place.reading} ${place.platform}`;
    const cited = citations.filter(({ kind }) => kind === 'cited');
    const day = getOrMake(days, placeName, () => ({ ...place, valid: 0, cited: 0 }));
    day.valid++;
    day.cited += cited.length;
    const brandsNamed = mentions.length;
    const findingsOf = (brandId: string) =>
      getOrMake(findings, `${placeName} ${brandId} ${brandsNamed}`, () => {
        const none = { named: 0, positive: 0, negative: 0, cited: 0 };
        return { ...place, brandId, brandsNamed, ...none };
      });
    for (const { brandId, sentiment } of mentions) {
      const sum = findingsOf(brandId);
      sum.named++;
      if (sentiment === 'positive') sum.positive++;
      if (sentiment === 'negative') sum.negative++;
    }
    for (const { owner, ownerId } of cited) {
      if (owner !== 'other') findingsOf(owner === 'own' ? OWN_BRAND : (ownerId ?? '')).cited++;
    }
  }
  return totals;
}
