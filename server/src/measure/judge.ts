import { groupBy } from '../base/group-by.ts';
import { addDays, dayOf } from '../base/time.ts';
import { changeEvent, type SignificantChange } from '../events/changes.ts';
import { publish } from '../events/publish.ts';
import { decideRun } from '../score/decide-run.ts';
import { METRIC_VERSION } from '../score/metrics.ts';
import { judgeChange } from '../score/significance.ts';
import { loadBrands, type NamedBrand, OWN_BRAND } from '../store/brands.ts';
import { countsByStretch, type StretchCounts } from '../store/daily-counts.ts';
import type { Db } from '../store/db.ts';
import { keywordNames } from '../store/keywords.ts';
import { hasOpenQuestions } from '../store/questions.ts';
import { changedWindows, saveChangedWindows, seriesName } from '../store/series.ts';
import { claimWindow, type Workspace } from '../store/workspaces.ts';
import { WINDOW_DAYS, windowOf } from './plan.ts';

// The closed window, and the 13 before it that say how much the series scatters anyway.
const WINDOWS_READ = 14;
/** How long a window waits for answers that are still being asked when it ends. */
const GRACE_MS = 6 * 3_600_000;

/**
 * Judges windows that have closed, each once, all series of the workspace together: what differs from its past
 * by more than chance explains becomes an event. Says how many events that were.
 */
export async function judgeWindows(db: Db, workspace: Workspace): Promise<number> {
  let events = 0;
  for (let window = workspace.windowsJudged; window < windowOf(workspace.firstDay, dayOf(workspace.now)); window++) {
    if (await mustWait(db, workspace, window)) break;
    events += await judgeWindow(db, workspace, window);
  }
  return events;
}

async function mustWait(db: Db, workspace: Workspace, window: number): Promise<boolean> {
  const end = addDays(workspace.firstDay, WINDOW_DAYS * (window + 1));
  if (workspace.now.getTime() > Date.parse(end) + GRACE_MS) return false;
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
    return publish(tx, workspace, significant.map(changeEvent));
  });
}

/** The series that changed in a closed window, with the evidence. */
async function findChanges(db: Db, workspace: Workspace, window: number): Promise<SignificantChange[]> {
  const { workspaceId } = workspace;
  const names = await keywordNames(db, workspaceId);
  const lastDay = addDays(workspace.firstDay, WINDOW_DAYS * (window + 1) - 1);
  const lastDays = new Map([...names.keys()].map((keywordId) => [keywordId, lastDay]));
  const changedBefore = await changedWindows(db, workspaceId);
  const judged: Omit<SignificantChange, 'evidence'>[] = [];
  for (const brand of await loadBrands(db, workspaceId)) {
    const query = { brandId: brand.id, lastDays, days: WINDOW_DAYS, stretches: WINDOWS_READ };
    const counts = await countsByStretch(db, workspaceId, query);
    for (const series of groupBy(counts, ({ keywordId, platform }) => seriesName(keywordId, platform, brand.id))) {
      const one = judgeSeries({ brand, counts: series[1], window, changedWindow: changedBefore.get(series[0]) });
      if (one) judged.push({ ...one, keyword: names.get(one.keywordId) ?? '' });
    }
  }
  const decisions = decideRun(judged.map(({ change, ...place }) => ({ change, ...familyOf(place) })));
  return judged.flatMap((one, index) => {
    const decision = decisions[index];
    return decision?.fires
      ? [{ ...one, evidence: { ...one.change, ...decision, window, metric_version: METRIC_VERSION } }]
      : [];
  });
}

/** Competitors of one keyword on one platform are looked at together, and corrected together. */
function familyOf({ competitor, keywordId, platform }: Omit<SignificantChange, 'change' | 'evidence'>) {
  return competitor ? { competitorFamily: `${keywordId} ${platform}` } : {};
}

interface Series {
  brand: NamedBrand;
  counts: StretchCounts[];
  window: number;
  changedWindow: number | undefined;
}

function judgeSeries({ brand, counts, window, changedWindow = -1 }: Series) {
  const [first] = counts;
  const byWindow = groupBy(counts, ({ ago }) => ago);
  const current = byWindow.get(0);
  if (!first || !current) return undefined;
  const earlier: { window: number; counts: StretchCounts[] }[] = [];
  for (let ago = WINDOWS_READ - 1; ago > 0; ago--) {
    const found = byWindow.get(ago);
    if (found) earlier.push({ window: window - ago, counts: found });
  }
  // The window that fired is the first of the new baseline.
  const baseline = earlier.filter((one) => one.window >= changedWindow).map((one) => one.counts);
  const change = judgeChange({ current, baseline, history: earlier.map((one) => one.counts) });
  if (!change) return undefined;
  const competitor = brand.id === OWN_BRAND ? undefined : { id: brand.id, name: brand.name };
  return { keywordId: first.keywordId, keyword: '', platform: first.platform, competitor, window, change };
}
