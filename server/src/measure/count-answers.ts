import { dayOf } from '../base/time.ts';
import type { AnswerStatus } from '../collect/platform.ts';
import { type DailyAnswers, NO_ANSWERS } from '../store/counts/daily-counts.ts';

/** An answer to count, or with -1 to take back. */
interface CountedAnswer {
  keywordId: string;
  platform: string;
  promptId: string;
  askedAt: Date;
  status: AnswerStatus;
  by?: 1 | -1;
}

/** Sums per day and prompt. */
export function countAnswers(answers: CountedAnswer[]): DailyAnswers[] {
  const counts = new Map<string, DailyAnswers>();
  for (const { keywordId, platform, promptId, askedAt, status, by = 1 } of answers) {
    const day = dayOf(askedAt);
    const key = `${keywordId} ${platform} ${day} ${promptId}`;
    const count = counts.get(key) ?? { keywordId, platform, day, promptId, ...NO_ANSWERS };
    // The sums have no column for it: like a failure, it does not count.
    count[status === 'no_search' ? 'failed' : status] += by;
    counts.set(key, count);
  }
  return [...counts.values()];
}
