import { groupBy } from '../base/group-by.ts';
import { addDays, daysBetween } from '../base/time.ts';
import { sharedPrompts, total } from '../score/counts.ts';
import { overdispersion } from '../score/overdispersion.ts';
import { type PeriodCounts, type SplitChange, splitChange } from '../score/split-change.ts';
import { WINDOW_DAYS } from '../score/window.ts';
import { countsByStretch } from '../store/counts/daily-counts.ts';
import type { Db } from '../store/db.ts';
import type { Marker } from './markers.ts';

export interface Days {
  fromDay: string;
  toDay: string;
}

export interface PeriodsQuery {
  keywordId: string;
  brandId: string;
  reading: number;
  /** Undefined: all platforms. */
  platform?: string | undefined;
  /** Does not overlap with `now`. */
  before: Days;
  now: Days;
  /** Changes of the measurement between the first and the last day. */
  markers: Marker[];
  /** Whether only prompts with answers in both periods count, as in a test of significance. */
  onlyShared?: boolean;
  /** How much more the answers vary than independent ones. Undefined: estimated from the windows before. */
  phi?: number | undefined;
  isSignificant: boolean;
}

export interface SplitPeriods extends SplitChange {
  previousSampleSize: number;
  sampleSize: number;
}

/** How many windows before the second period are used to estimate how much answers vary. */
const WINDOWS_BEFORE = 13;

/** Where the change of a score between two periods comes from. Undefined if a period has no valid answer. */
export async function splitPeriods(
  db: Db,
  workspaceId: string,
  query: PeriodsQuery,
): Promise<SplitPeriods | undefined> {
  const counts = await countsByDay(db, workspaceId, query);
  const within = ({ fromDay, toDay }: Days) => counts.filter(({ day }) => day >= fromDay && day <= toDay);
  const all: [PeriodCounts[], PeriodCounts[]] = [within(query.before), within(query.now)];
  const [before, now] = query.onlyShared ? limitToShared(all) : all;
  const phi = query.platform !== undefined && query.phi ? new Map([[query.platform, query.phi]]) : phiOf(counts, query);
  const split = splitChange({ before, now, phi, isSignificant: query.isSignificant });
  return split && { ...split, previousSampleSize: total(before).n, sampleSize: total(now).n };
}

interface DayCounts extends PeriodCounts {
  day: string;
}

async function countsByDay(
  db: Db,
  workspaceId: string,
  { keywordId, brandId, reading, platform, before, now, markers }: PeriodsQuery,
): Promise<DayCounts[]> {
  const history = addDays(now.fromDay, -WINDOW_DAYS * WINDOWS_BEFORE);
  const fromDay = before.fromDay < history ? before.fromDay : history;
  const counts = await countsByStretch(db, workspaceId, {
    brandId,
    keywords: new Map([[keywordId, { lastDay: now.toDay, reading }]]),
    days: 1,
    stretches: daysBetween(fromDay, now.toDay) + 1,
  });
  const changes = modelChanges(markers, now.fromDay);
  return counts
    .filter((row) => platform === undefined || row.platform === platform)
    .map((row) => {
      const day = addDays(now.toDay, -row.ago);
      return { ...row, day, isAfterModelChange: day >= (changes.get(row.platform)?.date ?? '9999') };
    });
}

/** The change of each platform's model or adapter that is closest to the start of the second period. */
export function modelChanges(markers: Marker[], start: string): Map<string, Marker> {
  const distance = ({ date }: Marker) => Math.abs(daysBetween(date, start));
  const changes = markers.filter(({ type }) => type !== 'panel').sort((a, b) => distance(b) - distance(a));
  return new Map(changes.map((marker) => [marker.platform ?? '', marker]));
}

function limitToShared([before, now]: [PeriodCounts[], PeriodCounts[]]): [PeriodCounts[], PeriodCounts[]] {
  const shared = new Set(sharedPrompts(before, now)[0].map(({ promptId }) => promptId));
  const limit = (counts: PeriodCounts[]) => counts.filter(({ promptId }) => shared.has(promptId));
  return [limit(before), limit(now)];
}

/** How much each platform's answers vary, from the windows before the second period. */
function phiOf(counts: DayCounts[], { now }: PeriodsQuery): Map<string, number> {
  const earlier = counts.filter(({ day }) => day < now.fromDay);
  const windowOf = ({ day }: DayCounts) => Math.floor((daysBetween(day, now.fromDay) - 1) / WINDOW_DAYS);
  const byPlatform = groupBy(earlier, ({ platform }) => platform);
  return new Map(
    [...byPlatform].map(([platform, mine]) => {
      const windows = [...groupBy(mine, windowOf)].sort(([a], [b]) => b - a).map(([, rows]) => rows);
      return [platform, overdispersion(windows).phi];
    }),
  );
}
