import { setImmediate } from 'node:timers/promises';
import { groupBy } from '../base/group-by.ts';
import { inBatches } from '../base/in-batches.ts';
import { dayOf } from '../base/time.ts';
import { differenceInterval } from '../score/difference-interval.ts';
import { DEFAULT_CHANGE_SETTINGS } from '../score/judge-group.ts';
import type { Scatter } from '../score/scatter.ts';
import type { PlatformScore } from '../score/visibility.ts';
import type { Interval } from '../score/wilson.ts';
import { scoreWindow, windowOf } from '../score/window.ts';
import { countsByStretch } from '../store/counts/daily-counts.ts';
import { platformScatter, readScatter } from '../store/counts/judged-groups.ts';
import { newestTotals } from '../store/counts/workspace-totals.ts';
import type { Db } from '../store/db.ts';
import { keywordNames } from '../store/keywords/keywords.ts';
import { loadReadings, OWN_BRAND } from '../store/workspaces/readings.ts';
import { findWorkspace } from '../store/workspaces/workspaces.ts';

/** Only the oldest keywords: a longer page would not be useful. */
const MOST_KEYWORDS = 1_000;
const BATCH = 250;

export interface Duel {
  keywordId: string;
  keyword: string;
  own: SideScore;
  rival: SideScore;
  /** Own score minus the competitor's score. */
  gap: number;
  /** `even`: the gap is not significant. */
  ahead: 'own' | 'rival' | 'even';
}

interface SideScore {
  visibilityScore: number;
  interval: Interval;
  sampleSize: number;
}

/**
 * The own score and a competitor's score by keyword, up to the newest valid answer. Sorted by the competitor's lead.
 * Leaves out keywords not yet analyzed for the competitor. Undefined if there is no such competitor.
 */
export async function readHeadToHead(
  db: Db,
  workspaceId: string,
  {
    competitorId,
    days,
    until,
    platform,
  }: { competitorId: string; days: number; until?: string | undefined; platform?: string | undefined },
) {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) return undefined;
  const all = [...(await keywordNames(db, workspaceId))];
  const readings = await loadReadings(db, workspaceId, [
    ...new Set([...all.map(([, { reading }]) => reading), workspace.reading]),
  ]);
  const findIn = (reading: number) => readings.get(reading)?.subject.competitors.find(({ id }) => id === competitorId);
  const competitor = findIn(workspace.reading);
  if (!competitor) return undefined;
  const { lastDay: newest = dayOf(workspace.now) } = await newestTotals(db, workspaceId, undefined);
  const lastDay = until !== undefined && until < newest ? until : newest;
  const read = all.filter(([, { reading }]) => findIn(reading)).slice(0, MOST_KEYWORDS);
  const duels: Duel[] = [];
  for (const batch of inBatches(read, BATCH)) {
    const query = { competitorId, days, platform, lastDay, closed: windowOf(workspace.firstDay, lastDay) };
    const scores = await scoresOf(db, workspaceId, { batch, query });
    // Yields to other requests.
    await setImmediate();
    duels.push(...batch.flatMap(([keywordId, { keyword }]) => duelOf({ keywordId, keyword }, scores.get(keywordId))));
  }
  duels.sort((a, b) => a.gap - b.gap || (a.keyword < b.keyword ? -1 : 1));
  const { name } = competitor;
  return { competitorId, name, duels, keywordsExamined: read.length, keywordsTotal: all.length };
}

interface Batch {
  batch: [keywordId: string, { reading: number }][];
  query: { competitorId: string; days: number; platform: string | undefined; lastDay: string; closed: number };
}

type Scores = Map<string, (PlatformScore | undefined)[]>;

async function scoresOf(db: Db, workspaceId: string, { batch, query }: Batch): Promise<Scores> {
  const { competitorId, days, platform, lastDay, closed } = query;
  const keywords = new Map(batch.map(([keywordId, { reading }]) => [keywordId, { reading, lastDay }]));
  const scores: Scores = new Map();
  const [own, rival, ...sides] = await Promise.all([
    readScatter(db, workspaceId, [...keywords.keys()]),
    platformScatter(db, workspaceId, [competitorId]),
    ...[OWN_BRAND, competitorId].map((brandId) =>
      countsByStretch(db, workspaceId, { brandId, keywords, days, stretches: 2 }),
    ),
  ]);
  // That of a competitor is measured over all keywords.
  const ofRival = new Map(rival.map((one): [string, Scatter] => [one.platform, one]));
  for (const [side, counts] of sides.entries()) {
    const wanted = counts.filter((count) => [undefined, count.platform].includes(platform));
    for (const [keywordId, mine] of groupBy(wanted, (count) => count.keywordId)) {
      const [now = [], before = []] = [0, 1].map((ago) => mine.filter((count) => count.ago === ago));
      const scatter = side === 0 ? own(keywordId)(closed) : ofRival;
      scores.set(keywordId, [...(scores.get(keywordId) ?? []), scoreWindow(now, { before, scatter })?.overall]);
    }
  }
  return scores;
}

function duelOf(
  { keywordId, keyword }: { keywordId: string; keyword: string },
  [own, rival]: (PlatformScore | undefined)[] = [],
): Duel[] {
  if (!own || !rival) return [];
  const about = { keywordId, keyword, own: sideOf(own), rival: sideOf(rival) };
  return [{ ...about, gap: own.score - rival.score, ahead: leaderOf(own, rival) }];
}

function sideOf({ score, interval, n }: PlatformScore): SideScore {
  return { visibilityScore: score, interval, sampleSize: n };
}

/** A brand leads only if the 95% interval of the difference excludes zero and there are enough answers. */
function leaderOf(own: PlatformScore, rival: PlatformScore): Duel['ahead'] {
  if (Math.min(own.n, rival.n) < DEFAULT_CHANGE_SETTINGS.minAnswers) return 'even';
  const [low, high] = differenceInterval(rival, own);
  if (low > 0) return 'own';
  return high < 0 ? 'rival' : 'even';
}
