import { checkOvertaken } from '../alerts/overtaken.ts';
import { groupBy } from '../base/group-by.ts';
import { inBatches } from '../base/in-batches.ts';
import { dayOf } from '../base/time.ts';
import { publish } from '../events/publish.ts';
import type { PairedPlatform } from '../score/paired-lead.ts';
import { assumedScatter, CORRELATION, priorScatter, type Scatter } from '../score/scatter.ts';
import { judgeStandings as judge, NO_STANDING, STANDING_WINDOWS } from '../score/standing.ts';
import { windowOf } from '../score/window.ts';
import { type PairedRow, pairedCounts } from '../store/counts/paired-counts.ts';
import {
  closeStandings,
  type DecidedCrossing,
  type DecidedStanding,
  forgetStandings,
  placeName,
  type StoredState,
  saveCrossings,
  saveStandings,
  scatterOfWindows,
  standingStates,
} from '../store/counts/standings.ts';
import type { Db, Transaction } from '../store/db.ts';
import { keywordNames } from '../store/keywords/keywords.ts';
import { loadReadings, OWN_BRAND } from '../store/workspaces/readings.ts';
import { findWorkspace, lockWorkspace, type Workspace } from '../store/workspaces/workspaces.ts';

/** Half a year: how far back crossings are found after an update or a change of aliases. */
const WINDOWS_BACK = 26;
export const SCATTER_BACK = 12;
const KEYWORDS_PER_BATCH = 250;

/**
 * Decides who is ahead in each judged window, a batch of keywords per transaction. After an interruption, places that
 * were already decided are skipped. Returns the number of events.
 */
export async function judgeStandings(db: Db, known: Workspace): Promise<number> {
  if (known.standingsJudged >= windowOf(known.firstDay, dayOf(known.now))) return 0;
  const workspace = await findWorkspace(db, known.workspaceId);
  if (!workspace) return 0;
  const { workspaceId, standingsJudged, windowsJudged } = workspace;
  let events = 0;
  for (let window = Math.max(standingsJudged, windowsJudged - WINDOWS_BACK); window < windowsJudged; window++) {
    const names = await keywordNames(db, workspaceId);
    for (const batch of inBatches([...names], KEYWORDS_PER_BATCH)) {
      const keywords = new Map(batch.map(([keywordId, { reading }]) => [keywordId, reading]));
      events += await db.transaction((tx) => judgeBatch(tx, workspaceId, { keywords, window }));
    }
    await closeStandings(db, workspaceId, window);
  }
  return events;
}

async function judgeBatch(
  tx: Transaction,
  workspaceId: string,
  { keywords, window }: { keywords: Map<string, number>; window: number },
): Promise<number> {
  const workspace = await lockWorkspace(tx, workspaceId);
  if (workspace.standingsJudged > window) return 0;
  const states = await standingStates(tx, workspaceId, [...keywords.keys()]);
  const { standings, crossings } = await decide(tx, workspace, { keywords, states, from: window, to: window });
  await saveStandings(tx, workspaceId, standings);
  await saveCrossings(tx, workspaceId, crossings);
  const events = await checkOvertaken(tx, workspace, crossings);
  return events.length === 0 ? 0 : publish(tx, workspace, events);
}

/** Under a new reading, a keyword's standings and crossings are decided again, without alerts. */
export async function rejudgeStandings(
  tx: Transaction,
  workspace: Workspace,
  { keywordId, reading }: { keywordId: string; reading: number },
): Promise<void> {
  const { standingsJudged, now } = (await findWorkspace(tx, workspace.workspaceId)) ?? workspace;
  await forgetStandings(tx, workspace.workspaceId, keywordId);
  const { standings, crossings } = await decide(
    tx,
    { ...workspace, now },
    {
      keywords: new Map([[keywordId, reading]]),
      states: new Map(),
      from: Math.max(0, standingsJudged - WINDOWS_BACK),
      to: standingsJudged - 1,
    },
  );
  await saveStandings(tx, workspace.workspaceId, standings);
  await saveCrossings(tx, workspace.workspaceId, crossings);
}

interface ToDecide {
  keywords: Map<string, number>;
  states: Map<string, StoredState>;
  from: number;
  to: number;
}

interface Decided {
  /** By place, after the last window. */
  standings: Map<string, DecidedStanding>;
  crossings: DecidedCrossing[];
}

/** The standings after the last of some windows, and the crossings in them. */
async function decide(tx: Transaction, workspace: Workspace, { keywords, states, from, to }: ToDecide) {
  const { workspaceId, firstDay } = workspace;
  const first = Math.max(0, from - STANDING_WINDOWS + 1);
  const rows = await pairedCounts(tx, workspaceId, { keywords, firstDay, from: first, to });
  const scatter = scatterAt(await scatterOfWindows(tx, workspaceId, { from: from - SCATTER_BACK, to }));
  const readings = await loadReadings(tx, workspaceId, [...new Set(keywords.values())]);
  const byKeyword = groupBy(rows, ({ keywordId }) => keywordId);
  const statesOf = groupBy(states.values(), ({ keywordId }) => keywordId);
  const decided: Decided = { standings: new Map(), crossings: [] };
  for (const [keywordId, reading] of keywords) {
    const mine = byKeyword.get(keywordId) ?? [];
    const known = [...mine, ...(statesOf.get(keywordId) ?? [])];
    const byWindow = groupBy(mine, (row) => row.window);
    const competitorIds = (readings.get(reading)?.subject.competitors ?? []).map(({ id }) => id);
    for (let window = from; window <= to; window++) {
      for (const platform of new Set(['', ...known.map((row) => row.platform)])) {
        const place = { keywordId, platform, reading, window, competitorIds };
        decideFamily(decided, { ...place, states, byWindow, scatter, workspace });
      }
    }
  }
  return { standings: [...decided.standings.values()], crossings: decided.crossings };
}

interface Family {
  keywordId: string;
  platform: string;
  reading: number;
  window: number;
  competitorIds: string[];
  states: Map<string, StoredState>;
  byWindow: Map<number, PairedRow[]>;
  scatter: ScatterAt;
  workspace: Pick<Workspace, 'changeLevel' | 'now'>;
}

/** All competitors of one keyword and platform in one window. */
function decideFamily(
  decided: Decided,
  { competitorIds, states, byWindow, scatter, workspace: { changeLevel, now: judgedAt }, ...family }: Family,
): void {
  const { keywordId, platform, window } = family;
  const places = competitorIds
    .map((competitorId) => ({ keywordId, platform, competitorId }))
    .filter((place) => (states.get(placeName(place))?.window ?? -1) < window);
  const contenders = places.map((place) => {
    const name = placeName(place);
    const { leader, lead, since } = decided.standings.get(name) ?? states.get(name) ?? NO_STANDING;
    return { state: { leader, lead, since }, windows: pairedWindows(byWindow, { ...place, window, scatter }) };
  });
  const results = judge(contenders, { window, level: changeLevel });
  for (const [index, { competitorId }] of places.entries()) {
    const { crossing, ...standing } = results[index] as (typeof results)[number];
    const place = { ...family, competitorId, judgedAt };
    decided.standings.set(placeName(place), { ...place, ...standing, changeLevel });
    if (crossing) decided.crossings.push({ ...place, ...crossing });
  }
}

interface PairedQuery {
  platform: string;
  competitorId: string;
  window: number;
  scatter: ScatterAt;
}

/** The counts of a competitor and the own brand, by window (newest first) and platform. Empty: all platforms. */
export function pairedWindows(
  byWindow: Map<number, PairedRow[]>,
  { platform, competitorId, window, scatter }: PairedQuery,
): PairedPlatform[][] {
  return Array.from({ length: STANDING_WINDOWS }, (_, ago) => {
    const rows = (byWindow.get(window - ago) ?? []).filter(
      (row) => (platform === '' || row.platform === platform) && isOf(row, competitorId),
    );
    return [...groupBy(rows, (row) => row.platform)].map(([name, mine]) => {
      const counts = [...groupBy(mine, ({ promptId }) => promptId)].map(([promptId, found]) => ({
        promptId,
        n: found.reduce((sum, { n }) => sum + n, 0),
        own: sumOf(found, OWN_BRAND, 'named'),
        competitor: sumOf(found, competitorId, 'named'),
        both: sumOf(found, competitorId, 'withOwn'),
      }));
      const perPrompt = counts.reduce((sum, { n }) => sum + n, 0) / counts.length;
      const of = (brandId: string) => scatter({ brandId, platform: name, window, perPrompt });
      return { platform: name, counts, scatter: { own: of(OWN_BRAND), competitor: of(competitorId) } };
    });
  });
}

function sumOf(rows: PairedRow[], brandId: string, field: 'named' | 'withOwn'): number {
  return rows.reduce((sum, row) => sum + (row.brandId === brandId ? row[field] : 0), 0);
}

function isOf({ brandId }: PairedRow, competitorId: string): boolean {
  return brandId === undefined || brandId === OWN_BRAND || brandId === competitorId;
}

type ScatterAt = (place: { brandId: string; platform: string; window: number; perPrompt: number }) => Scatter;

/** The latest scatter measured before a window, or what is assumed before anything was measured. */
export function scatterAt(rows: Awaited<ReturnType<typeof scatterOfWindows>>): ScatterAt {
  const byPlace = groupBy(rows, ({ brandId, platform }) => `${platform} ${brandId}`);
  return ({ brandId, platform, window, perPrompt }) => {
    const found = byPlace.get(`${platform} ${brandId}`)?.findLast((row) => row.window < window);
    return found ?? assumedScatter(priorScatter(perPrompt, CORRELATION));
  };
}
