import { addDays } from '../base/time.ts';
import { comparableWindows } from '../measure/judge-window.ts';
import { addToMemory, groupName, NOTHING, type Remembered, rememberedGroups } from '../measure/remembered.ts';
import { MEMORY } from '../score/judge-group.ts';
import { CORRELATION, priorScatter, seriesScatter } from '../score/scatter.ts';
import { windowStart } from '../score/window.ts';
import { type JudgedGroup, oldestJudgedWindow, readJudgedGroups } from '../store/counts/judged-groups.ts';
import { changedWindows } from '../store/counts/series.ts';
import type { Db } from '../store/db.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';

interface Place {
  platform: string;
  brandId: string;
  window: number;
}

/** What the series of a platform and brand remembered before and after a window, from their verified squares. */
export interface GroupMemory {
  /** Undefined if older windows, which it would need, were deleted. */
  around(place: Place): Promise<{ before: Remembered; after: Remembered } | undefined>;
  /** The stored window of the last change, by series. */
  changed: Map<string, number>;
  /** The first window of each platform after the latest change of what we ask it with, as of a window. */
  comparable(window: number): Promise<Map<string, number>>;
}

/** Each group is read once for all keywords. */
export async function loadGroupMemory(db: Db, workspace: Workspace): Promise<GroupMemory> {
  const { workspaceId } = workspace;
  const oldest = await oldestJudgedWindow(db, workspaceId);
  const read = new Map<string, Promise<{ before: Remembered; after: Remembered }>>();
  const comparable = new Map<number, Promise<Map<string, number>>>();
  return {
    changed: await changedWindows(db, workspaceId),
    comparable(window) {
      const lastDay = addDays(windowStart(workspace.firstDay, window + 1), -1);
      const found = comparable.get(window) ?? comparableWindows(db, workspace, lastDay);
      comparable.set(window, found);
      return found;
    },
    async around(place) {
      if (oldest === undefined || oldest > Math.max(1, place.window - MEMORY)) return undefined;
      const name = `${groupName(place.platform, place.brandId)} ${place.window}`;
      const found = read.get(name) ?? readAround(db, workspaceId, place);
      read.set(name, found);
      return found;
    },
  };
}

async function readAround(db: Db, workspaceId: string, { window, ...of }: Place) {
  const rows = await readJudgedGroups(db, workspaceId, { from: window - MEMORY, to: window, of });
  const earlier = rememberedGroups(rows.filter((row) => row.window < window));
  const before = earlier.get(groupName(of.platform, of.brandId)) ?? NOTHING;
  const after = addToMemory(before, rows.find((row) => row.window === window)?.series ?? []);
  return { before, after };
}

/** Recomputes the scatter of each platform, which `usage` shows, and the length of its baseline. */
export async function verifyGroups(
  db: Db,
  { workspaceId, windowsJudged }: Workspace,
  memory: GroupMemory,
): Promise<string[]> {
  const differences: string[] = [];
  for (let window = 1; window < windowsJudged; window++) {
    for (const row of await readJudgedGroups(db, workspaceId, { from: window, to: window })) {
      const around = await memory.around(row);
      if (around) differences.push(...compareGroup(row, around));
    }
  }
  return differences;
}

function compareGroup(row: JudgedGroup, { before, after }: { before: Remembered; after: Remembered }): string[] {
  const prior = priorScatter(row.answersPerPrompt, CORRELATION);
  const { phi, df } = seriesScatter(after.group.scatter, undefined, prior);
  const expected = { phi, df, baselineWindows: before.group.baselineWindows };
  const stored = { phi: row.phi, df: row.df, baselineWindows: row.baselineWindows };
  if (JSON.stringify(expected) === JSON.stringify(stored)) return [];
  const place = `window ${row.window} ${row.platform} ${row.brandId}`;
  return [`${place}: stored ${JSON.stringify(stored)}; recomputed ${JSON.stringify(expected)}`];
}
