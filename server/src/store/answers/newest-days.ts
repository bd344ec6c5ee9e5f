/**
 * 90 days of twelve keywords, or a few days of many. Enough for a share to half a point, and few enough to read one by
 * one within a request.
 */
export const MOST_ANSWERS = 25_000;

export interface CountedDay {
  day: string;
  /** Valid answers. */
  valid: number;
}

/**
 * The first of the newest days, given newest first, that do not have too many answers together: sums of whole days are
 * read much sooner than answers. Undefined if this would leave out more than half of the answers that can
 * be read, for example shortly after a day with very many.
 */
export function firstWholeDay(days: CountedDay[]): string | undefined {
  let first: string | undefined;
  let answers = 0;
  for (const { day, valid } of days) {
    if (answers + valid > MOST_ANSWERS) break;
    first = day;
    answers += valid;
  }
  return answers >= MOST_ANSWERS / 2 ? first : undefined;
}
