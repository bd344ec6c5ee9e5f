import { addDays, dayOf } from '../base/time.ts';
import { changeEvent, type SignificantChange } from '../events/changes.ts';
import { publish } from '../events/publish.ts';
import { changeOf } from '../score/change.ts';
import { METRIC_VERSION } from '../score/metrics.ts';
import { WINDOW_DAYS, windowOf } from '../score/window.ts';
import { deleteJudgedGroups, saveJudgedGroup, saveScatter } from '../store/counts/judged-groups.ts';
import { saveChangedWindows } from '../store/counts/series.ts';
import type { Db, Transaction } from '../store/db.ts';
import { hasOpenQuestions } from '../store/questions/questions.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';
import { claimWindow, findWorkspace, type Workspace } from '../store/workspaces/workspaces.ts';
import { judgeStandings } from './judge-standings.ts';
import { type JudgedWindow, judgeAllSeries, settingsOf, type Verdict } from './judge-window.ts';

/** How long a closed window waits for answers that are still being collected. */
export const GRACE_MS = 6 * 3_600_000;

/**
 * Judges closed windows, each once, with all series of the workspace together. Significant changes become events, and
 * so does being overtaken, if an alert rule says so.
 * Returns the number of events.
 */
export async function judgeWindows(db: Db, workspace: Workspace): Promise<number> {
  let events = 0;
  for (let window = workspace.windowsJudged; window < windowOf(workspace.firstDay, dayOf(workspace.now)); window++) {
    if (await mustWait(db, workspace, window)) break;
    events += await judgeWindow(db, workspace, window);
  }
  return events + (await judgeStandings(db, workspace));
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
  // The first window has nothing to be compared with.
  const judged = window > 0 ? await judgeAllSeries(db, workspace, window) : { groups: [], scatter: [], verdicts: [] };
  return db.transaction(async (tx) => {
    if (!(await claimWindow(tx, workspace.workspaceId, window))) return 0;
    // Published after everything it is based on was stored. `verify` relies on this.
    const current = (await findWorkspace(tx, workspace.workspaceId)) ?? workspace;
    await saveMemory(tx, { ...workspace, now: current.now }, { window, judged });
    await deleteJudgedGroups(tx, workspace.workspaceId, { window });
    await saveStarts(tx, workspace.workspaceId, judged.verdicts);
    const changes = judged.verdicts.flatMap((verdict) => describeChange(verdict, { window, workspace }));
    return publish(tx, current, changes.map(changeEvent));
  });
}

async function saveMemory(
  tx: Transaction,
  { workspaceId, now, minPoints, changeLevel }: Workspace,
  { window, judged }: { window: number; judged: JudgedWindow },
): Promise<void> {
  const basis = { judgedAt: now, minPoints, changeLevel };
  for (const group of judged.groups) await saveJudgedGroup(tx, workspaceId, { ...group, ...basis });
  await saveScatter(tx, workspaceId, { window, rows: judged.scatter });
}

/** The new level of a series begins with its change. */
async function saveStarts(tx: Transaction, workspaceId: string, verdicts: Verdict[]): Promise<void> {
  for (const window of new Set(verdicts.map(({ look }) => look.start))) {
    const series = verdicts
      .filter(({ look }) => look.start === window)
      .map(({ keywordId, platform, competitor }) => ({ keywordId, platform, brandId: competitor?.id ?? OWN_BRAND }));
    await saveChangedWindows(tx, workspaceId, { window, series });
  }
}

function describeChange(
  { look, since, reading, correction, adjustedP, ...place }: Verdict,
  { window, workspace }: { window: number; workspace: Workspace },
): SignificantChange[] {
  const change = changeOf(look);
  if (!change) return [];
  const baseline = { baseline_from: since, baseline_first: look.first, baseline_last: look.last };
  const basis = { window, window_first: look.start, ...baseline, reading, settings: settingsOf(workspace) };
  const evidence = { ...basis, metric_version: METRIC_VERSION, correction, adjustedP, ...change };
  return [{ ...place, window, change, evidence }];
}
