/** With fewer valid answers, a score is not shown as a number. */
export const LEAST_ANSWERS = 20;

/** The text shown instead of a score with too few answers: `collecting, 9 of 40`. Undefined if there are enough. */
export function collecting(answers: number, planned?: number | null): string | undefined {
  if (answers >= LEAST_ANSWERS) return undefined;
  // A plan below the minimum would never be enough.
  return `collecting, ${answers} of ${Math.max(LEAST_ANSWERS, planned ?? 0).toLocaleString('en-US')}`;
}

/**
 * How good the analysis labels sentiment, on public test sets of English texts: the mentions that get a label, and the
 * labels that are right, in percent.
 */
export const SENTIMENT_SETS = [
  { texts: 'restaurant reviews', targets: 1120, labeled: 54, right: 91 },
  { texts: 'laptop reviews', targets: 638, labeled: 42, right: 85 },
  { texts: 'tweets', targets: 691, labeled: 41, right: 51 },
] as const;

/** `of 100 positive and negative labels, 91 were right in restaurant reviews, 85 in laptop reviews, 51 in tweets.` */
export const SENTIMENT_ACCURACY = `of 100 positive and negative labels, ${SENTIMENT_SETS.map(
  ({ texts, right }, i) => `${right} ${i === 0 ? 'were right ' : ''}in ${texts}`,
).join(', ')}.`;

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
