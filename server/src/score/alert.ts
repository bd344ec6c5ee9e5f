import { differenceInterval } from './difference-interval.ts';
import type { PlatformScore } from './visibility.ts';

/** Checked after each score. */
export const SCORE_CONDITIONS = ['below', 'above', 'drops_by', 'rises_by'] as const;
export type ScoreCondition = (typeof SCORE_CONDITIONS)[number];
/** `overtaken` is checked when a window closes. */
export const ALERT_CONDITIONS = [...SCORE_CONDITIONS, 'overtaken'] as const;
export type AlertCondition = (typeof ALERT_CONDITIONS)[number];

/** The condition of a rule. */
export interface AlertTest {
  condition: ScoreCondition;
  /** A score for `below` and `above`, points of change for `drops_by` and `rises_by`. */
  threshold: number;
  /** Only confirmed values count, see `isConfirmed`. */
  onlySignificant: boolean;
}

/** What a rule reads about a keyword in one check. */
export interface AlertLook {
  /** The last of the seven days of `current`. */
  day: string;
  current: PlatformScore;
  /** The seven days before. Undefined without an answer in them. */
  earlier: PlatformScore | undefined;
}

/** What a rule remembers about a keyword between two checks. */
export interface AlertState {
  /** Past the threshold, and not back far enough to fire again. */
  isCrossed: boolean;
  /** The day it last fired. */
  firedDay: string | undefined;
}

/** How far a value must come back before its next crossing counts. */
const HYSTERESIS = 2;

/**
 * One check of a keyword: returns the new state and whether the rule fires. It fires when the value crosses the
 * threshold, not while it stays past it, and at most once a day. The first check (no state yet) never fires. Undefined
 * if there is nothing to compare with. The state is then unchanged.
 */
export function stepAlert(
  test: AlertTest,
  state: AlertState | undefined,
  look: AlertLook,
): { state: AlertState; fires: boolean } | undefined {
  const distance = distanceOf(test, look);
  if (distance === undefined) return undefined;
  const isPast = distance > 0 && (!test.onlySignificant || isConfirmed(test, look));
  if (!state) return { state: { isCrossed: isPast, firedDay: undefined }, fires: false };
  if (state.isCrossed) {
    const isBack = distance <= -comeback(test);
    return { state: isBack ? { ...state, isCrossed: false } : state, fires: false };
  }
  if (!isPast) return { state, fires: false };
  return { state: { isCrossed: true, firedDay: look.day }, fires: state.firedDay !== look.day };
}

/**
 * Whether the value is confirmed rather than noise. `below` and `above`: the whole 95 % interval of the score is past
 * the threshold, or the score changed significantly in that direction. `drops_by` and `rises_by`: it changed
 * significantly, which means that the 95 % interval of the difference between the two weeks does not contain 0.
 */
export function isConfirmed({ condition, threshold }: AlertTest, { current, earlier }: AlertLook): boolean {
  if (condition === 'below' && current.interval[1] < threshold) return true;
  if (condition === 'above' && current.interval[0] > threshold) return true;
  if (!earlier) return false;
  const [low, high] = differenceInterval(earlier, current);
  return condition === 'below' || condition === 'drops_by' ? high < 0 : low > 0;
}

/** By how many points the value is past the threshold, from the displayed scores. 0 or less: not past it. */
function distanceOf({ condition, threshold }: AlertTest, { current, earlier }: AlertLook): number | undefined {
  if (condition === 'below') return threshold - current.score;
  if (condition === 'above') return current.score - threshold;
  if (!earlier) return undefined;
  const change = current.score - earlier.score;
  // A change of exactly the threshold counts.
  return (condition === 'drops_by' ? -change : change) - threshold + 1;
}

/**
 * How many points from the threshold a value re-arms the rule: two, or fewer if two are not possible. A score cannot go
 * above 100 or below 0, and a week without a change has come back from every drop.
 */
function comeback({ condition, threshold }: AlertTest): number {
  if (condition === 'below') return Math.min(HYSTERESIS, 100 - threshold);
  if (condition === 'above') return Math.min(HYSTERESIS, threshold);
  return Math.min(HYSTERESIS, threshold) - 1;
}
