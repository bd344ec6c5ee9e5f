import { groupBy } from '../base/group-by.ts';
import { addDays, daysBetween } from '../base/time.ts';
import type { PromptCounts } from './counts.ts';
import type { Scatter } from './scatter.ts';
import { overallScore, type PlatformScore, platformScore } from './visibility.ts';

export const WINDOW_DAYS = 7;

/** A score over one window, with its components. */
export interface WindowScore {
  overall: PlatformScore;
  platforms: Map<string, PlatformScore>;
  citations: number;
}

type PlatformCounts = PromptCounts & { platform: string; citations: number };

/** What the intervals of a window are based on, besides its answers. */
export interface WindowBasis {
  /** The window before. */
  before: PlatformCounts[];
  /** By platform, as far as it was measured. */
  scatter: ReadonlyMap<string, Scatter>;
}

/**
 * Scores one window: each platform separately, then all together. Undefined without a valid answer. Without a basis,
 * intervals take answers as independent.
 */
export function scoreWindow(counts: PlatformCounts[], basis?: WindowBasis): WindowScore | undefined {
  const before = basis && groupBy(basis.before, (count) => count.platform);
  const platforms = new Map<string, PlatformScore>();
  for (const [platform, mine] of groupBy(counts, (count) => count.platform)) {
    const mineBefore = basis && { before: before?.get(platform) ?? [], scatter: basis.scatter.get(platform) };
    const score = platformScore(mine, mineBefore);
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

/** The first day of a window. */
export function windowStart(firstDay: string, window: number): string {
  return addDays(firstDay, WINDOW_DAYS * window);
}

/** The number of the window that contains a day, counted from the workspace's first day. */
export function windowOf(firstDay: string, day: string): number {
  return Math.floor(daysBetween(firstDay, day) / WINDOW_DAYS);
}
