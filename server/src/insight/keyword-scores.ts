import { groupBy } from '../base/group-by.ts';
import { type PlatformScore, platformScore } from '../score/visibility.ts';
import { WINDOW_DAYS } from '../score/window.ts';
import { countsByStretch, type StretchCounts } from '../store/counts/daily-counts.ts';
import type { Db } from '../store/db.ts';
import { type PromptOfKeyword, promptsOf } from '../store/keywords/panels.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';
import { daysBehind, type HistoryQuery, scorePoints } from './history.ts';
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
  const [counts, prompts, markers] = await Promise.all([
    countsByStretch(db, workspaceId, { brandId: OWN_BRAND, keywords, ...daysBehind(range) }),
    promptsOf(db, workspaceId, keywordId),
    findMarkers(db, workspaceId, { keywordId, since: range.since, until: range.until }),
  ]);
  const history = scorePoints(counts, range).map(({ date, score }) => ({
    date,
    ...toEstimate(score.overall),
    citations: score.citations,
    platforms: Object.fromEntries(
      [...score.platforms].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, toEstimate(one)]),
    ),
  }));
  return { history, markers, prompts: sharesOf(prompts, counts) };
}

/** A prompt that is no longer used is listed as long as its answers count. */
function sharesOf(prompts: PromptOfKeyword[], counts: StretchCounts[]): PromptShare[] {
  const current = groupBy(
    counts.filter(({ ago }) => ago < WINDOW_DAYS),
    ({ promptId }) => promptId,
  );
  return prompts.flatMap(({ promptId, text, isAsked }) => {
    const score = platformScore((current.get(promptId) ?? []).map(({ n, k }) => ({ promptId, n, k })));
    if (!isAsked && !score) return [];
    return [{ promptId, text, isAsked, estimate: score && toEstimate(score) }];
  });
}

function toEstimate({ score, interval, n, k }: PlatformScore): Estimate {
  return { score, interval, sampleSize: n, mentions: k };
}
