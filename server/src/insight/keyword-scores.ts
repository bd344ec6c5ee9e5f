import { groupBy } from '../base/group-by.ts';
import type { Scatter } from '../score/scatter.ts';
import { type PlatformScore, platformScore } from '../score/visibility.ts';
import { WINDOW_DAYS } from '../score/window.ts';
import { readScatter } from '../store/counts/judged-groups.ts';
import { countsByStretch, type StretchCounts } from '../store/days/counts.ts';
import type { Db } from '../store/db.ts';
import { type PromptOfKeyword, promptsOf } from '../store/keywords/panels.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';
import { findWorkspace } from '../store/workspaces/workspaces.ts';
import { daysBehind, type HistoryQuery, scatterOn, scorePoints } from './history.ts';
import { findMarkers } from './markers.ts';

export interface Estimate {
  score: number;
  interval: [low: number, high: number];
  sampleSize: number;
  mentions: number;
}

/** How often the answers to one prompt mention the brand. */
export interface PromptShare {
  promptId: string;
  text: string;
  isAsked: boolean;
  /** Undefined without a valid answer. */
  estimate: Estimate | undefined;
}

/**
 * A keyword's history with the interval of every score, and its prompts over the seven days of the newest point. These
 * are the basis of the published record.
 */
export async function keywordScores(db: Db, workspaceId: string, { keywordId, reading, ...range }: HistoryQuery) {
  const keywords = new Map([[keywordId, { lastDay: range.until, reading }]]);
  const [workspace, scatterOf, counts, prompts, markers] = await Promise.all([
    findWorkspace(db, workspaceId),
    readScatter(db, workspaceId, [keywordId]),
    countsByStretch(db, workspaceId, { brandId: OWN_BRAND, keywords, ...daysBehind(range, 2) }),
    promptsOf(db, workspaceId, keywordId),
    findMarkers(db, workspaceId, { keywordId, since: range.since, until: range.until }),
  ]);
  const intervals = workspace && { workspace, scatter: scatterOf(keywordId) };
  const scatter = intervals && scatterOn(range.until, intervals);
  const history = scorePoints(counts, range, intervals).map(({ date, score }) => ({
    date,
    ...toEstimate(score.overall),
    citations: score.citations,
    platforms: Object.fromEntries(
      [...score.platforms].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, toEstimate(one)]),
    ),
  }));
  return { history, markers, prompts: sharesOf(prompts, { counts, scatter }) };
}

/** A prompt that is no longer used is listed as long as its answers count. */
function sharesOf(
  prompts: PromptOfKeyword[],
  { counts, scatter }: { counts: StretchCounts[]; scatter: ReadonlyMap<string, Scatter> | undefined },
): PromptShare[] {
  const current = groupBy(
    counts.filter(({ ago }) => ago < WINDOW_DAYS),
    ({ promptId }) => promptId,
  );
  return prompts.flatMap(({ promptId, text, isAsked }) => {
    const mine = current.get(promptId) ?? [];
    const score = platformScore(mine, scatter && { before: [], scatter: meanScatter(mine, scatter) });
    if (!isAsked && !score) return [];
    return [{ promptId, text, isAsked, estimate: score && toEstimate(score) }];
  });
}

/** Over the platforms of one prompt. The least certain decides how well it is known. */
function meanScatter(counts: StretchCounts[], known: ReadonlyMap<string, Scatter>): Scatter | undefined {
  const measured = counts.flatMap(({ platform, n }) => {
    const scatter = known.get(platform);
    return scatter ? [{ n, ...scatter }] : [];
  });
  const answers = measured.reduce((sum, { n }) => sum + n, 0);
  if (answers === 0) return undefined;
  const phi = measured.reduce((sum, one) => sum + one.n * Math.max(1, one.phi), 0) / answers;
  return { phi, df: Math.min(...measured.map(({ df }) => df)) };
}

function toEstimate({ score, interval, n, k }: PlatformScore): Estimate {
  return { score, interval, sampleSize: n, mentions: k };
}
