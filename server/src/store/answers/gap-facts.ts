import { type Db, empty, join, planned, type Sql, sql, type Transaction } from '../db.ts';
import type { TimeRange } from '../time-range.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import { FOLDED_QUERY } from './source-filter.ts';

export interface GapFilter {
  keywordIds: string[];
  platform?: string | undefined;
  range: TimeRange;
}

/** Answers of several parts of the range. */
type PartsFilter = GapFilter & { parts: TimeRange[] };

/** What some answers have in common. Their ids and times are texts with a line per answer. */
export interface GapFact {
  answerIds: string;
  /** Valid answers: the keyword's id, platform, prompt's id, and queries as JSON, a line each. */
  asked: string | undefined;
  askedAt: string | undefined;
  /** The queries without case and spacing. */
  folded: string[] | undefined;
  /** Answers that mention this brand, or cite one of its pages. They can be invalid, as can those that cite a page. */
  brandId: string | undefined;
  /** Answers that cite this page. */
  pageKey: string | undefined;
  domain: string | undefined;
  owner: 'own' | 'competitor' | 'other' | undefined;
  isHome: boolean | undefined;
}

type CellFact = GapFact & { cell: string };

/** Reads what gaps are counted from, for each keyword: a `cell` is its id. */
export function readGapFacts(db: Db, workspaceId: string, filter: PartsFilter): Promise<CellFact[]> {
  return db.records(planned(facts(workspaceId, filter, () => sql`, keyword_id as cell`)));
}

/** The same for each day and platform: a `cell` is both. */
export function readDailyFacts(db: Db | Transaction, workspaceId: string, filter: GapFilter): Promise<CellFact[]> {
  const cellOf = (time: Sql) => sql`, (${time} at time zone 'UTC')::date || ' ' || platform as cell`;
  return db.records(planned(facts(workspaceId, { ...filter, parts: [filter.range] }, cellOf)));
}

/**
 * Joining and counting this in PostgreSQL takes three times as long, and sending a page with each answer that cites it
 * takes longer than grouping. Without `offset 0`, the planner would sort instead.
 */
function facts(workspaceId: string, filter: PartsFilter, cellOf: (time: Sql) => Sql): Sql {
  const answerIds = sql`string_agg(answer_id, chr(10)) as answer_ids`;
  const [ofAnswer, ofFinding] = [cellOf(sql`asked_at`), cellOf(sql`detected_at`)];
  const inParts = (time: Sql, select: Sql, more: Sql) =>
    join(
      filter.parts.map((range) => sql`${select} where ${matching(workspaceId, { ...filter, range }, time)} ${more}`),
      ' union all ',
    );
  return sql`with cited as materialized (
        select ${answerIds}, page_key, domain, owner, cell
        from (
          ${inParts(
            sql`detected_at`,
            sql`select answer_id, page_key, domain, owner ${ofFinding} from citations`,
            sql`and kind = 'cited'`,
          )}
          offset 0
        ) c
        group by page_key, domain, owner, cell
      )
      select ${answerIds}, asked, string_agg(asked_at::text, chr(10)) as asked_at,
             array(
               select ${FOLDED_QUERY}
               from jsonb_array_elements_text(split_part(asked, chr(10), 4)::jsonb) with ordinality as q (query, place)
               order by place
             ) as folded,
             null as brand_id, null as page_key, null as domain, null as owner, null::boolean as is_home, cell
      from (
        ${inParts(
          sql`asked_at`,
          sql`select answer_id, asked_at,
                     keyword_id || chr(10) || platform || chr(10) || prompt_id || chr(10) || queries::text as asked ${ofAnswer}
              from answers`,
          sql`and status = 'valid'`,
        )}
        offset 0
      ) a
      group by asked, cell
      union all
      select ${answerIds}, null, null, null, brand_id, null, null, null, null, cell
      from (
        ${inParts(sql`detected_at`, sql`select answer_id, brand_id ${ofFinding} from mentions`, empty)}
      ) m
      group by brand_id, cell
      union all
      select answer_ids, null, null, null, case owner when 'own' then ${OWN_BRAND} when 'competitor' then (
               -- Not in the index that the others are read from.
               select f.owner_id
               from citations f
               where f.workspace_id = ${workspaceId}
                 and f.domain = cited.domain
                 and f.page_key = cited.page_key
                 and f.owner = 'competitor'
                 and f.kind = 'cited'
                 and f.detected_at >= ${filter.range.since}
                 and f.detected_at < ${filter.range.until}
               limit 1
             ) end, page_key::text, domain, owner, page_key = hashtextextended('https://' || domain, 0), cell
      from cited`;
}

export function matching(workspaceId: string, { keywordIds, platform, range }: GapFilter, time: Sql): Sql {
  return sql`workspace_id = ${workspaceId}
    and keyword_id = any(${keywordIds})
    and ${time} >= ${range.since}
    and ${time} < ${range.until}
    ${platform === undefined ? empty : sql`and platform = ${platform}`}`;
}
