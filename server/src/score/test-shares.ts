import { LEAST_ANSWERS } from '../base/score-text.ts';
import { scoreOf } from './change.ts';
import { type PromptCounts, sharedPrompts, total } from './counts.ts';
import { differenceInterval } from './difference-interval.ts';
import { holm } from './holm.ts';
import { comparePeriods, DEFAULT_CHANGE_SETTINGS } from './judge-group.ts';
import type { Scatter } from './scatter.ts';
import type { PlatformScore } from './visibility.ts';
import type { Interval } from './wilson.ts';

/** The share of answers that contain something, by period. The newest is first, the others are the baseline. */
export interface SharesToTest {
  periods: (PromptCounts[] | undefined)[];
  /** Undefined: measured from the periods of the baseline. */
  scatter: Scatter | undefined;
}

export interface TestedShare {
  before: PlatformScore;
  now: PlatformScore;
  points: number;
  /** 95 % interval of the difference, in points. */
  interval: Interval;
  p: number;
  /** After the correction for all shares that were compared. */
  adjustedP: number;
  change: 'rose' | 'fell' | 'no_clear_change';
}

const LEVEL = 0.05;
/** A comparison needs 20 answers, and at least so many on either side. */
const LEAST_ON_A_SIDE = 5;

/**
 * Tests a family of shares by the rule for significant changes, without its minimum of points: answers to the same
 * prompt may vary together, and more comparisons do not give more chance findings. Undefined without a shared prompt.
 */
export function testShares(family: readonly SharesToTest[]): (TestedShare | undefined)[] {
  const compared = family.map(compare);
  const enough = compared.flatMap((one) => (one && isEnough(one) ? [one] : []));
  const adjusted = new Map(holm(enough.map(({ p }) => p)).map((p, index) => [enough[index], p]));
  return compared.map((one) => {
    if (!one) return undefined;
    const adjustedP = adjusted.get(one) ?? 1;
    const direction = one.now.share > one.before.share ? 'rose' : 'fell';
    return { ...one, adjustedP, change: adjustedP < LEVEL ? direction : 'no_clear_change' };
  });
}

function compare({ periods, scatter }: SharesToTest): Omit<TestedShare, 'adjustedP' | 'change'> | undefined {
  const look = comparePeriods(periods, { scatter, settings: DEFAULT_CHANGE_SETTINGS })?.look;
  if (!look) return undefined;
  const [earlier, later] = sharedPrompts(look.before, look.now);
  const { comparison, phi, df, p } = look;
  const before = scoreOf(earlier, { answers: comparison.effectiveBefore, phi, df });
  const now = scoreOf(later, { answers: comparison.effectiveNow, phi, df });
  if (!before || !now) return undefined;
  const [low, high] = differenceInterval(before, now);
  return {
    before,
    now,
    points: now.score - before.score,
    interval: [Math.round(100 * low), Math.round(100 * high)],
    p,
  };
}

function isEnough({ before, now }: { before: PlatformScore; now: PlatformScore }): boolean {
  return total([before, now]).n >= LEAST_ANSWERS && Math.min(before.n, now.n) >= LEAST_ON_A_SIDE;
}
