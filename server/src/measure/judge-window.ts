import { groupBy } from '../base/group-by.ts';
import { inBatches } from '../base/in-batches.ts';
import { addDays } from '../base/time.ts';
import { findBreaks, isOurs } from '../score/breaks.ts';
import { correctFamily } from '../score/correct-family.ts';
import { total } from '../score/counts.ts';
import {
  type ChangeSettings,
  DEFAULT_CHANGE_SETTINGS,
  judgeSeries,
  type Look,
  MEMORY,
  type SeriesToJudge,
  WINDOWS_JUDGED,
} from '../score/judge-group.ts';
import { CORRELATION, priorScatter, type Scatter, seriesScatter } from '../score/scatter.ts';
import { WINDOW_DAYS, windowOf } from '../score/window.ts';
import { platformTraits } from '../store/answers/series-traits.ts';
import { type JudgedGroup, type JudgedSeries, readJudgedGroups } from '../store/counts/judged-groups.ts';
import { changedWindows, seriesName } from '../store/counts/series.ts';
import { countsByStretch, type StretchCounts } from '../store/days/counts.ts';
import type { Db } from '../store/db.ts';
import { keywordNames } from '../store/keywords/keywords.ts';
import { loadReading, type NamedBrand, OWN_BRAND } from '../store/workspaces/readings.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { addToMemory, groupName, NOTHING, type Remembered, rememberedGroups } from './remembered.ts';

/**
 * About 70,000 rows. Loading 10,000 keywords together would exceed the memory of a small machine and the statement
 * timeout.
 */
const KEYWORDS_PER_BATCH = 250;

/** A series that changed. */
export interface Verdict {
  keywordId: string;
  keyword: string;
  platform: string;
  competitor: { id: string; name: string } | undefined;
  reading: number;
  since: number;
  look: Look;
  correction: 'none' | 'holm';
  adjustedP: number;
}

/** What a window leaves behind. */
export interface JudgedWindow {
  groups: Omit<JudgedGroup, 'judgedAt' | 'minPoints' | 'changeLevel'>[];
  /** Of the own brand. */
  scatter: (Scatter & { keywordId: string; platform: string })[];
  verdicts: Verdict[];
}

export function settingsOf({ minPoints, changeLevel }: Workspace): ChangeSettings {
  return { ...DEFAULT_CHANGE_SETTINGS, minPoints, level: changeLevel };
}

/** Judges a closed window of all series, a batch of keywords at a time. Only what must be kept is kept. */
export async function judgeAllSeries(db: Db, workspace: Workspace, window: number): Promise<JudgedWindow> {
  const { workspaceId } = workspace;
  const subject = await loadReading(db, workspaceId, workspace.reading);
  const brands = subject ? [subject.brand, ...subject.competitors] : [];
  const names = await keywordNames(db, workspaceId);
  const lastDay = addDays(workspace.firstDay, WINDOW_DAYS * (window + 1) - 1);
  const ends = [...names].map(([keywordId, { reading }]) => [keywordId, { lastDay, reading }] as const);
  const changed = await changedWindows(db, workspaceId);
  const comparable = await comparableWindows(db, workspace, lastDay);
  const memory = rememberedGroups(await readJudgedGroups(db, workspaceId, { from: window - MEMORY, to: window - 1 }));
  const judged: Judged[] = [];
  const verdicts: Verdict[] = [];
  for (const batch of inBatches(ends, KEYWORDS_PER_BATCH)) {
    const found: Judged[] = [];
    for (const brand of brands) {
      const query = { brandId: brand.id, keywords: new Map(batch), days: WINDOW_DAYS, stretches: WINDOWS_JUDGED };
      const counts = await countsByStretch(db, workspaceId, query);
      found.push(
        ...judgeBrand(counts, { brand, names, changed, comparable, memory, window, settings: settingsOf(workspace) }),
      );
    }
    verdicts.push(...verdictsIn(found));
    judged.push(...found.map((one) => ({ ...one, looks: [] })));
  }
  return { ...groupsAfter(judged, { memory, window }), verdicts };
}

interface Judged extends Omit<Verdict, 'look' | 'correction' | 'adjustedP'>, JudgedSeries {
  looks: Look[];
  prior: number;
  answersPerPrompt: number;
}

interface ToJudge {
  brand: NamedBrand;
  names: Map<string, { keyword: string; reading: number }>;
  changed: Map<string, number>;
  comparable: Map<string, number>;
  memory: Map<string, Remembered>;
  window: number;
  settings: ChangeSettings;
}

/**
 * The first window of each platform after the latest change of what we ask it with. Earlier windows are no baseline: a
 * difference could come from our change.
 */
export async function comparableWindows(db: Db, { workspaceId, firstDay }: Workspace, until: string) {
  const since = addDays(until, 1 - WINDOW_DAYS * WINDOWS_JUDGED);
  const breaks = findBreaks(await platformTraits(db, workspaceId, { since, until })).filter(isOurs);
  // A window that contains both sides is compared with none. Oldest first, so the latest break wins.
  return new Map(breaks.map(({ platform, day }) => [platform, windowOf(firstDay, addDays(day, WINDOW_DAYS - 1))]));
}

function judgeBrand(counts: StretchCounts[], { brand, names, memory, window, settings, ...known }: ToJudge): Judged[] {
  const bySeries = groupBy(counts, ({ keywordId, platform }) => seriesName(keywordId, platform, brand.id));
  return [...bySeries].flatMap(([name, mine]) => {
    const place = mine[0];
    const about = place && names.get(place.keywordId);
    const series = seriesOf(mine, baselineFrom(known, { name, platform: place?.platform ?? '', window }));
    if (!about || !series) return [];
    const { keywordId, platform } = place;
    const { group, indexOf } = memory.get(groupName(platform, brand.id)) ?? NOTHING;
    const index = indexOf.get(keywordId);
    const { memory: left, prior, looks } = judgeSeries(series, { window, group, index, settings });
    const competitor = brand.id === OWN_BRAND ? undefined : { id: brand.id, name: brand.name };
    const answersPerPrompt = total(series.windows[0] ?? []).n / (series.windows[0]?.length ?? 1);
    const judged = { memory: left, prior, looks, answersPerPrompt, since: series.since };
    return [{ keywordId, platform, competitor, ...about, ...judged }];
  });
}

/** The first window that may be part of a baseline. A level that began after the window does not count. */
function baselineFrom(
  { changed, comparable }: Pick<ToJudge, 'changed' | 'comparable'>,
  { name, platform, window }: { name: string; platform: string; window: number },
): number {
  const level = changed.get(name) ?? 0;
  return Math.max(level <= window ? level : 0, comparable.get(platform) ?? 0);
}

/** The windows of a series. Undefined without an answer in the closed one. */
export function seriesOf(counts: StretchCounts[], since: number): SeriesToJudge | undefined {
  const windows: StretchCounts[][] = Array.from({ length: WINDOWS_JUDGED }, () => []);
  // In a fixed order: sums of fractions depend on it, and `verify` must get the same.
  const inOrder = [...counts].sort((a, b) => (a.promptId < b.promptId ? -1 : 1));
  for (const count of inOrder) if (count.n > 0) windows[count.ago]?.push(count);
  return windows[0]?.length ? { windows, since } : undefined;
}

/** All competitors of one keyword on one platform are corrected together. */
function verdictsIn(judged: Judged[]): Verdict[] {
  const families = groupBy(judged, ({ competitor, keywordId, platform }) => competitor && `${keywordId} ${platform}`);
  return [...families].flatMap(([family, members]) => {
    const size = family === undefined ? 1 : members.filter(({ memory }) => memory.square !== undefined).length;
    const decided = correctFamily(
      members.map(({ looks }) => looks),
      family === undefined ? undefined : size,
    );
    return members.flatMap(({ looks: _, prior, answersPerPrompt, memory, ...place }, index) => {
      const hit = decided[index];
      const correction = family === undefined ? ('none' as const) : ('holm' as const);
      return hit ? [{ ...place, correction, ...hit }] : [];
    });
  });
}

/** The rows to store, and the scatter of each series with this window in it. */
function groupsAfter(
  judged: Judged[],
  { memory, window }: { memory: Map<string, Remembered>; window: number },
): Pick<JudgedWindow, 'groups' | 'scatter'> {
  const groups: JudgedWindow['groups'] = [];
  const scatter: JudgedWindow['scatter'] = [];
  const byGroup = groupBy(judged, ({ platform, competitor }) => groupName(platform, competitor?.id ?? OWN_BRAND));
  for (const [name, members] of byGroup) {
    const [first] = members;
    if (!first) continue;
    const { platform, competitor } = first;
    const before = memory.get(name) ?? NOTHING;
    const after = addToMemory(before, members);
    const answersPerPrompt = members.reduce((sum, one) => sum + one.answersPerPrompt, 0) / members.length;
    groups.push({
      platform,
      brandId: competitor?.id ?? OWN_BRAND,
      window,
      baselineWindows: before.group.baselineWindows,
      ...seriesScatter(after.group.scatter, undefined, priorScatter(answersPerPrompt, CORRELATION)),
      answersPerPrompt,
      series: members.map(({ keywordId, reading, since, memory: left }) => ({
        keywordId,
        reading,
        since,
        memory: left,
      })),
    });
    if (competitor) continue;
    for (const { keywordId, prior } of members) {
      const known = seriesScatter(after.group.scatter, after.indexOf.get(keywordId), prior);
      scatter.push({ keywordId, platform, ...known });
    }
  }
  return { groups, scatter };
}
