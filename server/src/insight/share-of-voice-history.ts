import { addDays, dayOf } from '../base/time.ts';
import { sharesOfVotes } from '../score/share-of-voice.ts';
import { WINDOW_DAYS } from '../score/window.ts';
import { newestTotals, readTotals, type WorkspaceTotals } from '../store/counts/workspace-totals.ts';
import type { Db } from '../store/db.ts';
import { loadReading, OWN_BRAND } from '../store/workspaces/readings.ts';
import { findWorkspace } from '../store/workspaces/workspaces.ts';

/** Longer ranges have one point per week: daily points would be too close together. */
const MOST_DAILY_POINTS = 31;

export interface VoiceHistory {
  /** Your brand first, then the competitors in the order they were added. */
  brands: { brandId: string; name: string; isOwn: boolean }[];
  /** The number of days between two points. */
  stepDays: number;
  points: VoicePoint[];
}

/** The share over the seven days that end on `date`, like a score: one day has too few answers. */
interface VoicePoint {
  date: string;
  /** Valid answers. */
  sampleSize: number;
  /** Integers that add up to 100, by brand. Undefined without any mention. */
  shares: Record<string, number> | undefined;
}

/** `share_of_voice` for every day, or every week for longer ranges, up to the newest valid answer. */
export async function readVoiceHistory(
  db: Db,
  workspaceId: string,
  { days, until, platform }: { days: number; until?: string | undefined; platform?: string | undefined },
): Promise<VoiceHistory> {
  const workspace = await findWorkspace(db, workspaceId);
  const subject = workspace && (await loadReading(db, workspaceId, workspace.reading));
  const step = days > MOST_DAILY_POINTS ? WINDOW_DAYS : 1;
  if (!workspace || !subject) return { brands: [], stepDays: step, points: [] };
  const { lastDay = dayOf(workspace.now) } = await newestTotals(db, workspaceId, undefined);
  const to = until !== undefined && until < lastDay ? until : lastDay;
  const count = Math.ceil(days / step);
  const from = addDays(to, 1 - WINDOW_DAYS - (count - 1) * step);
  const totals = await readTotals(db, workspaceId, { from, to, platform });
  const brands = [subject.brand, ...subject.competitors];
  const tracked = new Set(brands.map(({ id }) => id));
  return {
    brands: brands.map(({ id, name }) => ({ brandId: id, name, isOwn: id === OWN_BRAND })),
    stepDays: step,
    points: pointsOf(totals, { to, step, count, tracked }),
  };
}

function pointsOf(
  { days, findings }: WorkspaceTotals,
  { to, step, count, tracked }: { to: string; step: number; count: number; tracked: Set<string> },
): VoicePoint[] {
  const named = findings.filter(({ brandId }) => tracked.has(brandId));
  return Array.from({ length: count }, (_, place) => {
    const date = addDays(to, (place - count + 1) * step);
    const first = addDays(date, 1 - WINDOW_DAYS);
    const isWithin = ({ day }: { day: string }) => day >= first && day <= date;
    const shares = sharesOfVotes(
      named.filter(isWithin).map((row) => ({ brandId: row.brandId, brandsNamed: row.brandsNamed, votes: row.named })),
    );
    const answers = days.filter(isWithin).reduce((sum, { valid }) => sum + valid, 0);
    return { date, sampleSize: answers, shares: shares && Object.fromEntries(shares) };
  });
}
