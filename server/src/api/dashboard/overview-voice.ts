import type { z } from 'zod';
import { seededRandom } from '../../base/random.ts';
import { addDays } from '../../base/time.ts';
import { type BrandVotes, intervalOfVotes, sharesOfVotes } from '../../score/share-of-voice.ts';
import { WINDOW_DAYS } from '../../score/window.ts';
import type { OverviewFilter } from '../../store/counts/overview.ts';
import { countOutcomes, countVotes } from '../../store/counts/overview-counts.ts';
import { readTotals } from '../../store/counts/workspace-totals.ts';
import type { Db } from '../../store/db.ts';
import { type NamedSubject, OWN_BRAND } from '../../store/workspaces/readings.ts';
import type { voice } from './contract/overview.ts';

/** For more keywords with a tag, only the newest week is read: there are no totals by tag. */
const MOST_TAGGED = 200;

/** `share_of_voice` over the range: each tracked brand's share of the mentions, largest first. */
export async function shareVoice(
  db: Db,
  workspaceId: string,
  { subject, ...filter }: OverviewFilter & { subject: NamedSubject },
): Promise<z.input<typeof voice>> {
  const isMany = (filter.keywordIds?.length ?? 0) > MOST_TAGGED;
  const range = isMany ? { ...filter, since: addDays(filter.until, 1 - WINDOW_DAYS) } : filter;
  const tracked = [subject.brand, ...subject.competitors];
  const ids = new Set(tracked.map(({ id }) => id));
  const counted = await (range.keywordIds
    ? votesOfKeywords(db, workspaceId, range)
    : votesOfAll(db, workspaceId, range));
  const votes = counted.votes.filter(({ brandId }) => ids.has(brandId));
  const shares = sharesOfVotes(votes);
  const found = { since: range.since, until: range.until, sample_size: counted.answers };
  // Without any mention there are no shares.
  if (!shares) return { ...found, brands: [] };
  const brands = tracked.map(({ id, name }) => {
    const point = shares.get(id) ?? 0;
    // A fixed seed, so that the same answers always give the same interval.
    const random = seededRandom('share of voice');
    return {
      name,
      is_own: id === OWN_BRAND,
      share_of_voice: point,
      interval: intervalOfVotes(votes, { brandId: id, answers: counted.answers, point }, random),
      mentions: votes.filter(({ brandId }) => brandId === id).reduce((sum, { votes: count }) => sum + count, 0),
    };
  });
  return { ...found, brands: brands.sort((a, b) => b.mentions - a.mentions || (a.name < b.name ? -1 : 1)) };
}

interface Counted {
  answers: number;
  votes: BrandVotes[];
}

async function votesOfAll(db: Db, workspaceId: string, { since, until, platform }: OverviewFilter): Promise<Counted> {
  const { days, findings } = await readTotals(db, workspaceId, { from: since, to: until, platform, splitAt: since });
  return {
    answers: days.reduce((sum, { valid }) => sum + valid, 0),
    votes: findings
      .filter(({ named }) => named > 0)
      .map((row) => ({ brandId: row.brandId, brandsNamed: row.brandsNamed, votes: row.named })),
  };
}

async function votesOfKeywords(db: Db, workspaceId: string, filter: OverviewFilter): Promise<Counted> {
  const outcomes = await countOutcomes(db, workspaceId, filter);
  const answers = outcomes.reduce((sum, { valid }) => sum + valid, 0);
  return { answers, votes: await countVotes(db, workspaceId, filter) };
}
