import { groupBy } from '../base/group-by.ts';
import { addDays, dayOf } from '../base/time.ts';
import { type ReplyFacts, type ReplySignal, replySignals } from '../score/reply-signals.ts';
import { type ReplyFact, replyFactsSince } from '../store/counts/reply-facts.ts';
import type { Db } from '../store/db.ts';

export interface PlatformSignal extends ReplySignal {
  platform: string;
}

const DAYS_NOW = 2;
const DAYS_BEFORE = 14;

/** Signs that a platform changed its replies, in one workspace or in all. */
export async function platformSignals(
  db: Db,
  { now, workspaceId }: { now: Date; workspaceId?: string },
): Promise<PlatformSignal[]> {
  const first = addDays(dayOf(now), 1 - DAYS_NOW);
  const facts = await replyFactsSince(db, { since: addDays(first, -DAYS_BEFORE), workspaceId });
  return [...groupBy(facts, ({ platform }) => platform)].flatMap(([platform, mine]) =>
    replySignals(sumOf(mine.filter(({ day }) => day >= first)), sumOf(mine.filter(({ day }) => day < first))).map(
      (signal) => ({ platform, ...signal }),
    ),
  );
}

export function sumOf(facts: ReplyFact[]): ReplyFacts {
  const sums = new Map<string, number>();
  for (const { fact, count } of facts) sums.set(fact, (sums.get(fact) ?? 0) + count);
  return sums;
}
