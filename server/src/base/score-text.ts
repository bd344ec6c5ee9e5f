/** With fewer valid answers, a score is not shown as a number. */
export const LEAST_ANSWERS = 20;

/** The text shown instead of a score with too few answers: `collecting, 9 of 40`. Undefined if there are enough. */
export function collecting(answers: number, planned?: number | null): string | undefined {
  if (answers >= LEAST_ANSWERS) return undefined;
  // A plan below the minimum would never be enough.
  return `collecting, ${answers} of ${Math.max(LEAST_ANSWERS, planned ?? 0).toLocaleString('en-US')}`;
}

/** A change of a score, in points. */
export interface ScoreChange {
  points: number;
  /** Whether the change was tested and found significant. Null: it was not tested. */
  significant: boolean | null;
}

export const NO_CLEAR_CHANGE = 'no clear change';

/** `+7 points`, `−1 point`, `0 points` */
export function pointsText(points: number): string {
  return `${signedPoints(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`;
}

/** `+7`, `−1`, `0` */
export function signedPoints(points: number): string {
  return points > 0 ? `+${points}` : String(points).replace('-', '−');
}
