import { inBatches } from '../../base/in-batches.ts';
import { lineReader } from '../../base/lines.ts';
import { type Db, empty, sql } from '../db.ts';
import { keepCounts } from '../kept-counts.ts';
import { countCells, type GapCell } from './gap-cells.ts';
import { foldQueries, type GapFacts, type GapFilter, matching, readGapFacts } from './gap-facts.ts';
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

/** Parts are read at the same time, and counted one by one, so that other requests are not kept waiting. */
const PARTS = 4;

/** What gaps are found in, by keyword and platform. */
export function countGaps(db: Db, workspaceId: string, filter: GapFilter): Promise<GapCell[]> {
  return keepCounts(db, { workspaceId, name: 'gaps', ...filter }, async () => {
    const since = await firstCounted(db, workspaceId, filter);
    const { keywordIds, range } = filter;
    const parts = [...inBatches(keywordIds, Math.ceil(keywordIds.length / PARTS))];
    const counted = await Promise.all(
      parts.map((some) => countPart(db, workspaceId, { ...filter, keywordIds: some, range: { ...range, since } })),
    );
    return counted.flat();
  });
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

async function countPart(db: Db, workspaceId: string, filter: GapFilter): Promise<GapCell[]> {
  const facts = await readGapFacts(db, workspaceId, filter);
  return facts ? countCells(facts, await readQueries(db, facts)) : [];
}

/** Most answers of a keyword run the same few searches, so that each list is read and folded once. */
async function readQueries(db: Db, { queries }: GapFacts): Promise<(json: string) => string[]> {
  const lists = new Map<string, string[]>();
  const nextList = lineReader(queries);
  for (let json = nextList(); json !== undefined; json = nextList()) {
    if (!lists.has(json)) lists.set(json, JSON.parse(json) as string[]);
  }
  const folded = await foldQueries(db, [...new Set([...lists.values()].flat())]);
  for (const [json, list] of lists) lists.set(json, [...new Set(list.map((query) => folded.get(query) ?? ''))]);
  return (json) => lists.get(json) ?? [];
}
