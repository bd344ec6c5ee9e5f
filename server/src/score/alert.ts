import { differenceInterval } from './difference-interval.ts';
import type { PlatformScore } from './visibility.ts';

export const ALERT_CONDITIONS = ['below', 'above', 'drops_by', 'rises_by'] as const;
export type AlertCondition = (typeof ALERT_CONDITIONS)[number];

/** What a rule waits for. */
export interface AlertTest {
  condition: AlertCondition;
  /** A score for `below` and `above`, points of change for `drops_by` and `rises_by`. */
  threshold: number;
  /** Only what the answers confirm counts, see `isConfirmed`. */
  onlySignificant: boolean;
}

/** What a rule sees of a keyword when it looks. */
export interface AlertLook {
  /** The day on which the seven days of `current` end. */
  day: string;
  current: PlatformScore;
  /** The seven days before those; undefined when nothing was answered then. */
  earlier: PlatformScore | undefined;
}

/** What a rule remembers of a keyword between two looks. */
export interface AlertState {
  /** Past the threshold, and not back far enough to fire again. */
  isCrossed: boolean;
  /** The day it fired last. */
  firedDay: string | undefined;
}

/** How far a value has to come back before its next crossing counts as another one. */
const HYSTERESIS = 2;

/**
 * One look of a rule at a keyword: what it remembers from then on, and whether it fires. It fires on crossing, not
 * while the value stays past the threshold, and at most once a day. The first look (no state yet) never fires.
 * Undefined when there is nothing to compare with: nothing is remembered then.
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
 * Whether the answers confirm it, or chance may explain it. `below` and `above`: the whole 95 % interval of the score
 * lies beyond the threshold, or the score surely moved that way. `drops_by` and `rises_by`: it surely moved, which
 * means that the 95 % interval of the difference between the two weeks does not contain 0.
 */
export function isConfirmed({ condition, threshold }: AlertTest, { current, earlier }: AlertLook): boolean {
  if (condition === 'below' && current.interval[1] < threshold) return true;
  if (condition === 'above' && current.interval[0] > threshold) return true;
  if (!earlier) return false;
  const [low, high] = differenceInterval(earlier, current);
  return condition === 'below' || condition === 'drops_by' ? high < 0 : low > 0;
}

/** By how many points the threshold is passed, from the displayed scores: 0 and less is not past it. */
function distanceOf({ condition, threshold }: AlertTest, { current, earlier }: AlertLook): number | undefined {
  if (condition === 'below') return threshold - current.score;
  if (condition === 'above') return current.score - threshold;
  if (!earlier) return undefined;
  const change = current.score - earlier.score;
  // A change of exactly the threshold is one "by" that many points.
  return (condition === 'drops_by' ? -change : change) - threshold + 1;
}

/**
 * How many points from the threshold a value re-arms the rule: two, or less where two cannot be had. A score does
 * not go above 100 or below 0, and a week without any change has come back from every drop.
 */
function comeback({ condition, threshold }: AlertTest): number {
  if (condition === 'below') return Math.min(HYSTERESIS, 100 - threshold);
  if (condition === 'above') return Math.min(HYSTERESIS, threshold);
  return Math.min(HYSTERESIS, threshold) - 1;
}
