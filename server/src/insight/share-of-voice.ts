import { seededRandom } from '../base/random.ts';
import { type BrandVotes, intervalOfVotes, sharesOfVotes } from '../score/share-of-voice.ts';
import type { Interval } from '../score/wilson.ts';
import type { OverviewFilter } from '../store/counts/overview.ts';
import { readTotals } from '../store/counts/workspace-totals.ts';
import { countBrandVotes } from '../store/days/brands.ts';
import { currentDays } from '../store/days/read.ts';
import type { Db } from '../store/db.ts';
import { type NamedSubject, OWN_BRAND } from '../store/workspaces/readings.ts';

export interface Votes {
  /** Valid answers, including those without mentions. */
  answers: number;
  votes: BrandVotes[];
}

/** The mentions in a range. Of all keywords they are read from the totals, of some from their days. */
export async function readVotes(db: Db, workspaceId: string, filter: OverviewFilter): Promise<Votes> {
  if (filter.keywordIds) {
    const days = await currentDays(db, workspaceId, filter);
    return countBrandVotes(db, workspaceId, { ...days, periodOf: () => 0, platform: filter.platform });
  }
  const { since, until, platform } = filter;
  const { days, findings } = await readTotals(db, workspaceId, { from: since, to: until, platform, splitAt: since });
  return {
    answers: days.reduce((sum, { valid }) => sum + valid, 0),
    votes: findings
      .filter(({ named }) => named > 0)
      .map(({ brandId, brandsNamed, named }) => ({ brandId, brandsNamed, votes: named })),
  };
}

export interface VoiceRow {
  name: string;
  is_own: boolean;
  /** Answers that mention it. */
  mentions: number;
  share_of_voice: number;
  interval: Interval;
}

/** `share_of_voice`: each tracked brand's share of the mentions, largest first. Empty without any mention. */
export function voiceRows({ answers, votes }: Votes, subject: NamedSubject): VoiceRow[] {
  const tracked = [subject.brand, ...subject.competitors];
  const ids = new Set(tracked.map(({ id }) => id));
  const counted = votes.filter(({ brandId }) => ids.has(brandId));
  const shares = sharesOfVotes(counted);
  if (!shares) return [];
  const rows = tracked.map(({ id, name }) => {
    const point = shares.get(id) ?? 0;
    // A fixed seed, so that the same answers always give the same interval.
    const random = seededRandom('share of voice');
    return {
      name,
      is_own: id === OWN_BRAND,
      mentions: counted.filter(({ brandId }) => brandId === id).reduce((sum, { votes: count }) => sum + count, 0),
      share_of_voice: point,
      interval: intervalOfVotes(counted, { brandId: id, answers, point }, random),
    };
  });
  return rows.sort((a, b) => b.mentions - a.mentions || (a.name < b.name ? -1 : 1));
}
