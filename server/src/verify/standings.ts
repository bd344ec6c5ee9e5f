import { groupBy } from '../base/group-by.ts';
import { GRACE_MS } from '../measure/judge.ts';
import { pairedWindows, SCATTER_BACK, scatterAt } from '../measure/judge-standings.ts';
import type { PairedPlatform } from '../score/paired-lead.ts';
import { compareSides, type Figures, judgeStandings, STANDING_WINDOWS } from '../score/standing.ts';
import { windowStart } from '../score/window.ts';
import { oldestJudgedWindow } from '../store/counts/judged-groups.ts';
import type { PairedRow } from '../store/counts/paired-counts.ts';
import {
  type DecidedCrossing,
  type DecidedStanding,
  decidedStandings,
  scatterOfWindows,
} from '../store/counts/standings.ts';
import type { Db } from '../store/db.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import type { AnswersUnder, ReadAnswer } from './read-answers.ts';

interface Place {
  platform: string;
  competitorId: string;
  reading: number;
}

interface Known {
  /**
   * The counts of both sides by window, newest first, from the answers stored by then. Undefined if the findings of some
   * cannot be known any more.
   */
  windowsOf(place: Place, at: { window: number; storedByMs: number }): Promise<PairedPlatform[][] | undefined>;
}

/** Decides each stored standing again, and recomputes both leads of each crossing, from the answers stored by then. */
export async function verifyStandings(
  db: Db,
  workspace: Workspace,
  { keywordId, answersUnder }: { keywordId: string; answersUnder: AnswersUnder },
): Promise<string[]> {
  const { standings, crossings } = await decidedStandings(db, workspace.workspaceId, keywordId);
  const known = await knownCounts(db, workspace, { last: workspace.standingsJudged, answersUnder });
  const differences: string[] = [];
  const families = groupBy(standings, (one) => [one.platform, one.window, one.judgedAt.getTime()].join(' '));
  for (const family of families.values()) differences.push(...(await verifyFamily(family, known)));
  // What older leads were tested with is deleted.
  const oldest = (await oldestJudgedWindow(db, workspace.workspaceId)) ?? 1;
  const kept = crossings.filter(({ before }) => oldest === 1 || before.last - SCATTER_BACK >= oldest);
  for (const crossing of kept) differences.push(...(await verifyCrossing(workspace, crossing, known)));
  return differences;
}

/** All competitors of one keyword and platform are corrected together. */
async function verifyFamily(family: DecidedStanding[], known: Known): Promise<string[]> {
  const [first] = family;
  if (!first) return [];
  const { window, changeLevel: level, judgedAt } = first;
  const contenders = [];
  for (const { leader, lead, since, ...place } of family) {
    const windows = await known.windowsOf(place, { window, storedByMs: judgedAt.getTime() });
    if (!windows) return [];
    contenders.push({ state: { leader, lead, since }, windows });
  }
  const decided = judgeStandings(contenders, { window, level });
  return family.flatMap((stored, i) => {
    const recomputed = decided[i];
    return unequal(`standing ${placeOf(stored)}`, shownOf(stored), recomputed && shownOf(recomputed));
  });
}

async function verifyCrossing({ firstDay }: Workspace, crossing: DecidedCrossing, known: Known): Promise<string[]> {
  const { judgedAt, direction, before, after } = crossing;
  let isKnown = true;
  const recompute = async ({ first, last }: Figures, storedByMs: number) => {
    const windows = await known.windowsOf(crossing, { window: last, storedByMs });
    if (!windows) isKnown = false;
    return compareSides((windows ?? []).slice(0, last - first + 1), { from: first, window: last });
  };
  const now = await recompute(after, judgedAt.getTime());
  // The earlier lead was decided when its last window closed. Answers may have arrived since.
  const closedMs = Date.parse(windowStart(firstDay, before.last + 1)) + GRACE_MS;
  const past = [await recompute(before, judgedAt.getTime()), await recompute(before, closedMs)];
  if (!isKnown) return [];
  const same = past.find((one) => textOf(one?.figures) === textOf(before)) ?? past[0];
  const recomputed = {
    direction: now?.leader === 'own' ? 'overtook' : 'was_overtaken',
    before: same?.figures,
    after: now?.figures,
  };
  return unequal(`crossing ${placeOf(crossing)}`, { direction, before, after }, recomputed);
}

async function knownCounts(
  db: Db,
  { workspaceId }: Workspace,
  { last, answersUnder }: { last: number; answersUnder: AnswersUnder },
): Promise<Known> {
  const rows = await scatterOfWindows(db, workspaceId, { from: 0, to: last });
  return {
    async windowsOf({ reading, ...place }, { window, storedByMs }) {
      const answers = [...(await answersUnder(reading)).values()].flat();
      const byThen = answers.filter(
        (one) => one.recordedMs <= storedByMs && one.window <= window && one.window > window - STANDING_WINDOWS,
      );
      if (byThen.some(({ brandIds }) => !brandIds)) return undefined;
      const byWindow = groupBy(
        byThen.flatMap((answer) => countsOf(answer, place.competitorId)),
        (row) => row.window,
      );
      const scatter = scatterAt(rows.filter((row) => row.window >= window - SCATTER_BACK));
      return pairedWindows(byWindow, { ...place, window, scatter });
    },
  };
}

function countsOf({ platform, promptId, window, brandIds = new Set() }: ReadAnswer, competitorId: string): PairedRow[] {
  const place = { keywordId: '', platform, promptId, window };
  const withOwn = brandIds.has(OWN_BRAND) ? 1 : 0;
  return [
    { ...place, brandId: undefined, n: 1, named: 0, withOwn: 0 },
    ...[OWN_BRAND, competitorId]
      .filter((id) => brandIds.has(id))
      .map((brandId) => ({ ...place, brandId, n: 0, named: 1, withOwn })),
  ];
}

function shownOf({ verdict, leader, figures }: Pick<DecidedStanding, 'verdict' | 'leader' | 'figures'>) {
  return { verdict, leader, figures };
}

function placeOf({
  platform,
  competitorId,
  window,
}: Pick<DecidedCrossing, 'platform' | 'competitorId' | 'window'>): string {
  return `window ${window} ${platform || 'overall'} ${competitorId}`;
}

function unequal(what: string, stored: object, recomputed: object | undefined): string[] {
  const [before, after] = [textOf(stored), textOf(recomputed)];
  return before === after ? [] : [`${what}: stored ${before}; recomputed ${after}`];
}

/** The order in which fractions are summed changes their last digits. Keys have a fixed order: jsonb has its own. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, one) => {
    if (typeof one === 'number') return Number(one.toPrecision(9));
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
