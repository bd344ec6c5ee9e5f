import { inBatches } from '../../base/in-batches.ts';
import { type Db, empty, sql } from '../db.ts';
import { type GapAnswers, numberAnswers } from './gap-answers.ts';
import { type GapFilter, matching, readGapFacts } from './gap-facts.ts';
import { MOST_ANSWERS } from './queries.ts';

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

/** Counting a part keeps other requests waiting, and takes about as long as reading the next one. */
const PARTS = 6;
const READ_AT_ONCE = 2;

/** What `find` finds in each part of the answers. All answers of a keyword are in one part. */
export async function findInParts<Found>(
  db: Db,
  workspaceId: string,
  { filter, find }: { filter: GapFilter; find: (answers: GapAnswers) => Found[] },
): Promise<Found[]> {
  const range = { ...filter.range, since: await firstCounted(db, workspaceId, filter) };
  const parts = inBatches(filter.keywordIds, Math.ceil(filter.keywordIds.length / PARTS));
  const found: Found[] = [];
  const findInNext = async () => {
    for (const keywordIds of parts) {
      const facts = await readGapFacts(db, workspaceId, { ...filter, keywordIds, range });
      found.push(...find(numberAnswers(facts)));
    }
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, findInNext));
  return found;
}

/** When the oldest of the answers that are counted was asked. The daily sums show whether there are too many. */
async function firstCounted(db: Db, workspaceId: string, filter: GapFilter): Promise<Date> {
  const { since, until } = filter.range;
  const [row] = await db.records<{ since: Date | undefined }>(
    sql`select min(asked_at) as since
        from (
          select asked_at
          from answers
          where ${matching(workspaceId, filter, sql`asked_at`)}
            and status = 'valid'
            and (
              select sum(valid)
              from workspace_days
              where workspace_id = ${workspaceId}
                and day between (${since}::timestamptz at time zone 'UTC')::date
                            and (${until}::timestamptz at time zone 'UTC')::date
            ) > ${MOST_ANSWERS}
          order by asked_at desc
          limit ${MOST_ANSWERS}
        ) a`,
  );
  return row?.since ?? since;
}
