import { addDays, daysBetween } from '../base/time.ts';
import { sharedPrompts, total } from '../score/counts.ts';
import { type PeriodCounts, type SplitChange, splitChange } from '../score/split-change.ts';
import { windowOf } from '../score/window.ts';
import { readScatter } from '../store/counts/judged-groups.ts';
import { countsByStretch } from '../store/days/counts.ts';
import type { Db } from '../store/db.ts';
import { findWorkspace } from '../store/workspaces/workspaces.ts';
import type { Marker } from './markers.ts';
import { scatterOfAnswers } from './scatter-of-answers.ts';

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
  /** How much more the answers vary than independent ones. Undefined: as measured for the own brand's intervals. */
  phi?: number | undefined;
  isSignificant: boolean;
}

export interface SplitPeriods extends SplitChange {
  previousSampleSize: number;
  sampleSize: number;
}

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
  const phi =
    query.platform !== undefined && query.phi
      ? new Map([[query.platform, query.phi]])
      : await measuredPhi(db, workspaceId, { query, counts });
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
  const counts = await countsByStretch(db, workspaceId, {
    brandId,
    keywords: new Map([[keywordId, { lastDay: now.toDay, reading }]]),
    days: 1,
    stretches: daysBetween(before.fromDay, now.toDay) + 1,
    platform,
  });
  const changes = modelChanges(markers, now.fromDay);
  return counts.map((row) => {
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

/** After the windows before the second period, or what is assumed before it was measured. */
async function measuredPhi(
  db: Db,
  workspaceId: string,
  { query: { keywordId, brandId, now }, counts }: { query: PeriodsQuery; counts: PeriodCounts[] },
): Promise<Map<string, number>> {
  const [workspace, scatter] = await Promise.all([
    findWorkspace(db, workspaceId),
    readScatter(db, workspaceId, [keywordId]),
  ]);
  const assumed = scatterOfAnswers([], { brandId, platforms: counts.map(({ platform }) => platform) });
  const measured = scatter(keywordId)(windowOf(workspace?.firstDay ?? now.fromDay, now.fromDay));
  return new Map([...assumed, ...measured].map(([platform, { phi }]) => [platform, phi]));
}
