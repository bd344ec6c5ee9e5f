import { addDays, dayOf, daysBetween } from '../base/time.ts';
import { sharesOfVotes } from '../score/share-of-voice.ts';
import type { Db } from '../store/db.ts';
import { loadReading, OWN_BRAND } from '../store/readings.ts';
import { newestTotals, readTotals, type WorkspaceTotals } from '../store/workspace-totals.ts';
import { findWorkspace } from '../store/workspaces.ts';
import { WINDOW_DAYS } from './plan.ts';

/** From here on a point stands for a week: a day's answers are few, and so many points cannot be told apart. */
const MOST_DAILY_POINTS = 31;

export interface VoiceHistory {
  /** The own brand first, then the competitors in the order they were added. */
  brands: { brand_id: string; name: string; is_own: boolean }[];
  /** How many days a point stands for. */
  step_days: number;
  points: VoicePoint[];
}

interface VoicePoint {
  /** The last of its days. */
  date: string;
  /** Valid answers. */
  sample_size: number;
  /** Whole points that sum to 100, by brand; null when nobody was named. */
  shares: Record<string, number> | null;
}

/** S7 day by day, or week by week over longer stretches, up to the newest valid answer. */
export async function readVoiceHistory(
  db: Db,
  workspaceId: string,
  { days, platform }: { days: number; platform?: string | undefined },
): Promise<VoiceHistory> {
  const workspace = await findWorkspace(db, workspaceId);
  const subject = workspace && (await loadReading(db, workspaceId, workspace.reading));
  const step = days > MOST_DAILY_POINTS ? WINDOW_DAYS : 1;
  if (!workspace || !subject) return { brands: [], step_days: step, points: [] };
  const { lastDay: to = dayOf(workspace.now) } = await newestTotals(db, workspaceId, undefined);
  const count = Math.ceil(days / step);
  const totals = await readTotals(db, workspaceId, { from: addDays(to, 1 - count * step), to, platform });
  const brands = [subject.brand, ...subject.competitors];
  const tracked = new Set(brands.map(({ id }) => id));
  return {
    brands: brands.map(({ id, name }) => ({ brand_id: id, name, is_own: id === OWN_BRAND })),
    step_days: step,
    points: pointsOf(totals, { to, step, count, tracked }),
  };
}

function pointsOf(
  { days, findings }: WorkspaceTotals,
  { to, step, count, tracked }: { to: string; step: number; count: number; tracked: Set<string> },
): VoicePoint[] {
  const placeOf = (day: string) => count - 1 - Math.floor(daysBetween(day, to) / step);
  const answers = Array<number>(count).fill(0);
  for (const { day, valid } of days) answers[placeOf(day)] = (answers[placeOf(day)] ?? 0) + valid;
  const votes = Array.from({ length: count }, () => [] as Parameters<typeof sharesOfVotes>[0][number][]);
  for (const { day, brand_id: brandId, brands_named: brandsNamed, named } of findings) {
    if (tracked.has(brandId)) votes[placeOf(day)]?.push({ brandId, brandsNamed, votes: named });
  }
  return votes.map((mine, place) => {
    const shares = sharesOfVotes(mine);
    return {
      date: addDays(to, -(count - 1 - place) * step),
      sample_size: answers[place] ?? 0,
      shares: shares ? Object.fromEntries(shares) : null,
    };
  });
}
