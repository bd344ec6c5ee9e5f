import { groupBy } from '../base/group-by.ts';
import { adjustBenjaminiHochberg, adjustHolm } from './multiplicity.ts';
import type { Change, SignificanceSettings } from './significance.ts';
import { DEFAULT_SIGNIFICANCE } from './significance.ts';

/** Up to this number, each series is judged separately. */
const MOST_UNCORRECTED = 200;
const FALSE_DISCOVERY_RATE = 0.05;

/** A comparison made in a run. */
export interface JudgedSeries {
  change: Change;
  /** Set for a competitor. Those with the same value (one keyword and platform) are corrected together. */
  competitorFamily?: string;
}

export interface Decision {
  fires: boolean;
  correction: 'none' | 'benjamini-hochberg' | 'holm';
  /** The p-value after the correction. */
  adjustedP: number;
}

/**
 * `visibility_change` for everything judged in one run, in the given order. It corrects for multiple comparisons: more
 * comparisons give more chance findings. A family is every comparison with enough answers. Leaving out small changes
 * would be selecting by outcome.
 */
export function decideRun(
  series: readonly JudgedSeries[],
  settings: SignificanceSettings = DEFAULT_SIGNIFICANCE,
): Decision[] {
  const decisions = series.map(({ change }): Decision => ({ fires: false, correction: 'none', adjustedP: change.p }));
  const judged = [...series.entries()].filter(([, { change }]) => change.enoughAnswers);
  for (const [family, members] of groupBy(judged, ([, { competitorFamily }]) => competitorFamily)) {
    const changes = members.map(([, { change }]) => change);
    const decided = family === undefined ? decideOwn(changes, settings) : decideCompetitors(changes, settings);
    members.forEach(([index], place) => {
      decisions[index] = decided[place] as Decision;
    });
  }
  return decisions;
}

function decideOwn(changes: readonly Change[], { alpha }: SignificanceSettings): Decision[] {
  if (changes.length <= MOST_UNCORRECTED) {
    return changes.map(({ largeEnough, p }) => ({ fires: largeEnough && p < alpha, correction: 'none', adjustedP: p }));
  }
  const adjusted = adjustBenjaminiHochberg(changes.map((change) => change.p));
  return changes.map(({ largeEnough }, index) => {
    const adjustedP = adjusted[index] ?? 1;
    return { fires: largeEnough && adjustedP <= FALSE_DISCOVERY_RATE, correction: 'benjamini-hochberg', adjustedP };
  });
}

function decideCompetitors(changes: readonly Change[], { alpha }: SignificanceSettings): Decision[] {
  const adjusted = adjustHolm(changes.map((change) => change.p));
  return changes.map(({ largeEnough }, index) => {
    const adjustedP = adjusted[index] ?? 1;
    return { fires: largeEnough && adjustedP < alpha, correction: 'holm', adjustedP };
  });
}
