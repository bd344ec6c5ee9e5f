import { groupBy } from '../base/group-by.ts';
import { daysBetween } from '../base/time.ts';
import type { PromptCounts } from './counts.ts';
import { type OverallScore, overallScore, type PlatformScore, platformScore } from './visibility.ts';

export const WINDOW_DAYS = 7;

/** A score over one window, with its components. */
export interface WindowScore {
  overall: OverallScore;
  platforms: Map<string, PlatformScore>;
  citations: number;
}

/** Scores one window: each platform separately, then all together. Undefined without a valid answer. */
export function scoreWindow(
  counts: (PromptCounts & { platform: string; citations: number })[],
): WindowScore | undefined {
  const platforms = new Map<string, PlatformScore>();
  for (const [platform, mine] of groupBy(counts, (count) => count.platform)) {
    const score = platformScore(mine);
    if (score) platforms.set(platform, score);
  }
  const overall = overallScore(platforms);
  return overall && { overall, platforms, citations: counts.reduce((sum, count) => sum + count.citations, 0) };
}

/** Platform scores by name, in the format of the API. */
export function displayed(platforms: Map<string, PlatformScore>): Record<string, number> {
  return Object.fromEntries(byName(platforms).map(([platform, { score }]) => [platform, score]));
}

export function byName(platforms: Map<string, PlatformScore>): [string, PlatformScore][] {
  return [...platforms].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The number of the window that contains a day, counted from the workspace's first day. */
export function windowOf(firstDay: string, day: string): number {
  return Math.floor(daysBetween(firstDay, day) / WINDOW_DAYS);
}
