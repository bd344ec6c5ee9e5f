import { inBatches } from '../../base/in-batches.ts';
import { dayOf } from '../../base/time.ts';
import { nextTurn } from '../../base/turns.ts';
import { validDays } from '../days/outcomes.ts';
import { type Db, empty, sql } from '../db.ts';
import { type KeywordSources, loadSources } from '../sums/read.ts';
import type { TimeRange } from '../time-range.ts';
import { type GapAnswers, joinAnswers } from './gap-answers.ts';
import { firstWholeDay, MOST_ANSWERS } from './newest-days.ts';

export interface GapFilter {
  keywordIds: string[];
  platform?: string | undefined;
  range: TimeRange;
}

/** Enough for an hour of work, and few enough to count within a request. */
const MOST_KEYWORDS = 50;

/** The keyword, or those with the lowest scores, which have the most to gain. */
export function gapKeywords(
  db: Db,
  workspaceId: string,
  keywordId: string | undefined,
): Promise<{ keywordId: string; keyword: string }[]> {
  return db.records(
    sql`select keyword_id, keyword
        from visibility
        where workspace_id = ${workspaceId}
          ${keywordId === undefined ? empty : sql`and keyword_id = ${keywordId}`}
        order by visibility_score, keyword_id
        limit ${MOST_KEYWORDS}`,
  );
}

/** One part is counted while the next is read. */
const PARTS = 5;
const READ_AT_ONCE = 2;

/** What `find` finds in the answers of each keyword. */
export async function findInParts<Found>(
  db: Db,
  workspaceId: string,
  { filter, find }: { filter: GapFilter; find: (answers: GapAnswers) => Found[] },
): Promise<Found[]> {
  const range = { ...filter.range, since: await firstCounted(db, workspaceId, filter) };
  const platforms = filter.platform === undefined ? undefined : [filter.platform];
  const parts = inBatches(filter.keywordIds, Math.ceil(filter.keywordIds.length / PARTS));
  const found: Found[] = [];
  const findInNext = async () => {
    for (const keywordIds of parts) {
      const sourcesOf = new Map<string, KeywordSources[]>(keywordIds.map((id) => [id, []]));
      for await (const one of loadSources(db, workspaceId, { keywordIds, platforms, range })) {
        sourcesOf.get(one.keywordId)?.push(one);
      }
      for (const keywordId of keywordIds) {
        await nextTurn();
        found.push(...find(joinAnswers(sourcesOf.get(keywordId) ?? [])));
      }
    }
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, findInNext));
  return found;
}

/** When the oldest of the answers that are counted was asked: if there are too many, the start of a day if possible. */
async function firstCounted(db: Db, workspaceId: string, filter: GapFilter): Promise<Date> {
  const { keywordIds, platform, range } = filter;
  const days = { from: dayOf(range.since), to: dayOf(range.until) };
  const all = await db.number(
    sql`select coalesce(sum(valid), 0)::integer as answers
        from workspace_days
        where workspace_id = ${workspaceId}
          and day between ${days.from} and ${days.to}`,
  );
  if (all <= MOST_ANSWERS) return range.since;
  const counts = await validDays(db, workspaceId, { keywordIds, platform, since: days.from, until: days.to });
  if (counts.reduce((sum, { valid }) => sum + valid, 0) <= MOST_ANSWERS) return range.since;
  const first = firstWholeDay(counts);
  return first === undefined ? firstOfNewest(db, workspaceId, filter) : new Date(first);
}

async function firstOfNewest(db: Db, workspaceId: string, filter: GapFilter): Promise<Date> {
  const [row] = await db.records<{ since: Date | undefined }>(
    sql`select min(asked_at) as since
        from (
          select asked_at
          from answers
          where workspace_id = ${workspaceId}
            and keyword_id = any(${filter.keywordIds})
            and asked_at >= ${filter.range.since}
            and asked_at < ${filter.range.until}
            and status = 'valid'
            ${filter.platform === undefined ? empty : sql`and platform = ${filter.platform}`}
          order by asked_at desc
          limit ${MOST_ANSWERS}
        ) a`,
  );
  return row?.since ?? filter.range.since;
}
