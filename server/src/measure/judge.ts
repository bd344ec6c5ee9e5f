import { groupBy } from '../base/group-by.ts';
import { inBatches } from '../base/in-batches.ts';
import { addDays, dayOf } from '../base/time.ts';
import { changeEvent, type SignificantChange } from '../events/changes.ts';
import { publish } from '../events/publish.ts';
import { findBreaks, isOurs } from '../score/breaks.ts';
import { decideRun } from '../score/decide-run.ts';
import { METRIC_VERSION } from '../score/metrics.ts';
import { type Change, DEFAULT_SIGNIFICANCE, judgeChange, type SignificanceSettings } from '../score/significance.ts';
import { WINDOW_DAYS, windowOf } from '../score/window.ts';
import { countsByStretch, type StretchCounts } from '../store/counts/daily-counts.ts';
import { changedWindows, saveChangedWindows, seriesName } from '../store/counts/series.ts';
import { platformTraits } from '../store/counts/series-traits.ts';
import type { Db, Transaction } from '../store/db.ts';
import { keywordNames } from '../store/keywords/keywords.ts';
import { hasOpenQuestions } from '../store/questions/questions.ts';
import { loadReading, type NamedBrand, OWN_BRAND } from '../store/workspaces/readings.ts';
import { claimWindow, findWorkspace, type Workspace } from '../store/workspaces/workspaces.ts';

// The closed window and the 13 before it, which show how much the series varies.
export const WINDOWS_READ = 14;
/**
 * About 70,000 rows. Loading 10,000 keywords together would exceed the memory of a small machine and the statement
 * timeout.
 */
const KEYWORDS_PER_BATCH = 250;
/** How long a closed window waits for answers that are still being collected. */
const GRACE_MS = 6 * 3_600_000;

/**
 * Judges closed windows, each once, with all series of the workspace together. Significant changes become events.
 * Returns the number of events.
 */
export async function judgeWindows(db: Db, workspace: Workspace): Promise<number> {
  let events = 0;
  for (let window = workspace.windowsJudged; window < windowOf(workspace.firstDay, dayOf(workspace.now)); window++) {
    if (await mustWait(db, workspace, window)) break;
    events += await judgeWindow(db, workspace, window);
  }
  return events;
}

function mustWait(db: Db, workspace: Workspace, window: number): Promise<boolean> {
  return isStillAsked(db, workspace, addDays(workspace.firstDay, WINDOW_DAYS * (window + 1)));
}

/** Whether questions planned before `end` may still be answered, so that the window is not complete yet. */
export async function isStillAsked(db: Db | Transaction, workspace: Workspace, end: string): Promise<boolean> {
  // A sandbox's time may have jumped while nothing ran. Its questions can all still be asked.
  const isOver = workspace.mode === 'live' && workspace.now.getTime() > Date.parse(end) + GRACE_MS;
  if (isOver) return false;
  return hasOpenQuestions(db, workspace.workspaceId, end);
}

async function judgeWindow(db: Db, workspace: Workspace, window: number): Promise<number> {
  const significant = await findChanges(db, workspace, window);
  return db.transaction(async (tx) => {
    if (!(await claimWindow(tx, workspace.workspaceId, window))) return 0;
    const series = significant.map(({ keywordId, platform, competitor }) => ({
      keywordId,
      platform,
      brandId: competitor?.id ?? OWN_BRAND,
    }));
    if (series.length > 0) await saveChangedWindows(tx, workspace.workspaceId, { window, series });
    // Published after everything it is based on was stored. `verify` relies on this.
    const current = (await findWorkspace(tx, workspace.workspaceId)) ?? workspace;
    return publish(tx, current, significant.map(changeEvent));
  });
}

/**
 * The series that changed in a closed window, with their evidence. All series of the brand are decided together,
 * competitors keyword by keyword. Only data that the decision needs is kept.
 */
async function findChanges(db: Db, workspace: Workspace, window: number): Promise<SignificantChange[]> {
  const settings = DEFAULT_SIGNIFICANCE;
  const own: JudgedSeries[] = [];
  const changes: SignificantChange[] = [];
  for await (const judged of judgeAllSeries(db, workspace, { window, settings })) {
    own.push(...judged.filter(({ competitor, change }) => !competitor && change.enoughAnswers));
    const others = judged.filter(({ competitor }) => competitor);
    changes.push(...significantOf(others, { window, settings }));
  }
  return [...significantOf(own, { window, settings }), ...changes];
}

function significantOf(judged: JudgedSeries[], { window, settings }: Judging): SignificantChange[] {
  const decisions = decideRun(
    judged.map(({ change, ...place }) => ({ change, ...familyOf(place) })),
    settings,
  );
  return judged.flatMap((one, index) => {
    const decision = decisions[index];
    if (!decision?.fires) return [];
    const { reading, baselineFrom, pooled, ...place } = one;
    const baseline = { baseline_from: baselineFrom, baseline_first: pooled.first, baseline_last: pooled.last };
    const basis = { window, ...baseline, reading, settings, metric_version: METRIC_VERSION };
    return [{ ...place, evidence: { ...basis, ...decision, ...one.change } }];
  });
}

interface Judging {
  window: number;
  settings: SignificanceSettings;
}

interface JudgedSeries extends Omit<SignificantChange, 'evidence'> {
  reading: number;
  /** The first window that may be part of the baseline. */
  baselineFrom: number;
  /** The windows in the baseline. */
  pooled: { first: number; last: number };
}

/** All series, a batch of keywords at a time. */
async function* judgeAllSeries(db: Db, workspace: Workspace, judging: Judging): AsyncGenerator<JudgedSeries[]> {
  const { workspaceId } = workspace;
  const subject = await loadReading(db, workspaceId, workspace.reading);
  const brands = subject ? [subject.brand, ...subject.competitors] : [];
  const names = await keywordNames(db, workspaceId);
  const lastDay = addDays(workspace.firstDay, WINDOW_DAYS * (judging.window + 1) - 1);
  const ends = [...names].map(([keywordId, { reading }]) => [keywordId, { lastDay, reading }] as const);
  const changedBefore = await changedWindows(db, workspaceId);
  const comparableFrom = await comparableWindows(db, workspace, lastDay);
  for (const batch of inBatches(ends, KEYWORDS_PER_BATCH)) {
    const keywords = new Map(batch);
    const judged: JudgedSeries[] = [];
    for (const brand of brands) {
      const query = { brandId: brand.id, keywords, days: WINDOW_DAYS, stretches: WINDOWS_READ };
      const counts = await countsByStretch(db, workspaceId, query);
      judged.push(...judgeCounts(counts, { brand, names, changedBefore, comparableFrom, ...judging }));
    }
    yield judged;
  }
}

interface ToJudge extends Judging {
  brand: NamedBrand;
  names: Map<string, { keyword: string; reading: number }>;
  changedBefore: Map<string, number>;
  comparableFrom: Map<string, number>;
}

/**
 * The first window of each platform after the latest change of what we ask it with. Earlier windows are no baseline: a
 * difference could come from our change.
 */
async function comparableWindows(db: Db, { workspaceId, firstDay }: Workspace, until: string) {
  const since = addDays(until, 1 - WINDOW_DAYS * WINDOWS_READ);
  const breaks = findBreaks(await platformTraits(db, workspaceId, { since, until })).filter(isOurs);
  // A window that contains both sides is compared with none. Oldest first, so the latest break wins.
  return new Map(breaks.map(({ platform, day }) => [platform, windowOf(firstDay, addDays(day, WINDOW_DAYS - 1))]));
}

function judgeCounts(
  counts: StretchCounts[],
  { brand, names, changedBefore, comparableFrom, window, settings }: ToJudge,
): JudgedSeries[] {
  const bySeries = groupBy(counts, ({ keywordId, platform }) => seriesName(keywordId, platform, brand.id));
  return [...bySeries].flatMap(([series, mine]) => {
    const place = mine[0];
    const baselineFrom = Math.max(changedBefore.get(series) ?? 0, comparableFrom.get(place?.platform ?? '') ?? 0);
    const change = judgeSeries(mine, { window, baselineFrom, settings });
    const about = place && names.get(place.keywordId);
    if (!change || !about) return [];
    const { keywordId, platform } = place;
    const pooled = pooledWindows(mine, { window, baselineFrom, windows: change.windows });
    const competitor = competitorOf(brand);
    return [{ keywordId, platform, ...about, competitor, window, baselineFrom, pooled, change }];
  });
}

/** The latest windows with answers, among those that may be part of the baseline. */
function pooledWindows(
  counts: StretchCounts[],
  { window, baselineFrom, windows }: { window: number; baselineFrom: number; windows: number },
): JudgedSeries['pooled'] {
  const answered = counts.filter(({ ago, n }) => ago > 0 && n > 0 && window - ago >= baselineFrom);
  const pooled = [...new Set(answered.map(({ ago }) => window - ago))].sort((a, b) => a - b).slice(-windows);
  return { first: pooled[0] ?? window, last: pooled.at(-1) ?? window };
}

function competitorOf({ id, name }: NamedBrand): SignificantChange['competitor'] {
  return id === OWN_BRAND ? undefined : { id, name };
}

/** All competitors of one keyword on one platform are judged and corrected together. */
function familyOf({ competitor, keywordId, platform }: Omit<JudgedSeries, 'change'>) {
  return competitor ? { competitorFamily: `${keywordId} ${platform}` } : {};
}

/**
 * Compares a series' window with earlier windows from `baselineFrom` on. The window of the last event starts the new
 * baseline.
 */
export function judgeSeries(
  counts: StretchCounts[],
  { window, baselineFrom, settings }: { window: number; baselineFrom: number; settings: SignificanceSettings },
): Change | undefined {
  const byWindow = groupBy(counts, ({ ago }) => ago);
  const current = byWindow.get(0);
  if (!current) return undefined;
  const earlier: { window: number; counts: StretchCounts[] }[] = [];
  for (let ago = WINDOWS_READ - 1; ago > 0; ago--) {
    const found = byWindow.get(ago);
    if (found) earlier.push({ window: window - ago, counts: found });
  }
  const baseline = earlier.filter((one) => one.window >= baselineFrom).map((one) => one.counts);
  return judgeChange({ current, baseline, history: earlier.map((one) => one.counts), settings });
}
