import { groupBy } from '../../base/group-by.ts';
import { LEAST_COMPARED, type PromptGap } from '../../score/gap-effect.ts';
import { type Db, empty, type Sql, sql } from '../db.ts';
import type { TimeRange } from '../time-range.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import { MOST_ANSWERS } from './queries.ts';
import { FOLDED_QUERY } from './source-filter.ts';

export const GAP_KINDS = ['domain', 'page', 'query'] as const;
export type GapKind = (typeof GAP_KINDS)[number];

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

/** A domain, a page (by its key) or a query (folded) of one keyword on one platform. */
export interface GapSource {
  keywordId: string;
  platform: string;
  kind: GapKind;
  source: string;
}

/** The sources of one keyword on one platform, and in how many answers the brand is missing with and without each. */
export interface GapCell {
  keywordId: string;
  platform: string;
  /** All valid answers. */
  answers: number;
  candidates: { source: GapSource; prompts: PromptGap[] }[];
}

/**
 * Counts answers that mention or cite a competitor, by prompt and source. A domain or page is compared with answers
 * that cite other pages, a query with answers that ran other queries. A home page is counted as its domain. Grouped
 * instead of joined: on new tables, PostgreSQL compared every answer with every citation (24 s for 4,000 answers).
 */
export async function countGaps(db: Db, workspaceId: string, filter: GapFilter): Promise<GapCell[]> {
  const rows = await db.records<CountedSource>(
    sql`with known as materialized (
          select answer_id, asked_at, keyword_id, platform, prompt_id, queries
          from answers
          where ${matching(workspaceId, filter, sql`asked_at`)}
            and status = 'valid'
          order by asked_at desc, answer_id desc
          limit ${MOST_ANSWERS}
        ), facts as (
          select answer_id, keyword_id, platform, prompt_id, null::boolean as is_own, null as source
          from known
          union all
          select answer_id, null, null, null, null, 'q' || ${FOLDED_QUERY}
          from known
          cross join lateral jsonb_array_elements_text(queries) as q (query)
          union all
          select answer_id, null, null, null, brand_id = ${OWN_BRAND}, null
          from mentions
          where ${matching(workspaceId, filter, sql`detected_at`)}
            and detected_at >= (select min(asked_at) from known)
          union all
          select answer_id, null, null, null, case when owner <> 'other' then owner = 'own' end, s.source
          from citations
          cross join lateral (values
            (case when owner <> 'own' and domain <> 'unresolved' then 'd' || domain else '-' end),
            (case when owner <> 'own' and domain <> 'unresolved'
                   and page_key <> hashtextextended('https://' || domain, 0) then 'p' || page_key end)
          ) as s (source)
          where ${matching(workspaceId, filter, sql`detected_at`)}
            and detected_at >= (select min(asked_at) from known)
            and kind = 'cited'
        ), compared as materialized (
          select min(keyword_id) as keyword_id, min(platform) as platform, min(prompt_id) as prompt_id,
                 case when bool_or(is_own) then 0 else 1 end as missing,
                 array_agg(distinct source collate "C") filter (where source is not null) as sources,
                 bool_or(source not like 'q%') as has_page, bool_or(source like 'q%') as has_query
          from facts
          group by answer_id
          having min(keyword_id) is not null and bool_or(not is_own)
        ), counts as (
          select keyword_id, platform, source, prompt_id, count(*) as n, sum(missing) as k
          from compared
          cross join lateral unnest(sources) as source
          where source not in ('-', 'q')
          group by keyword_id, platform, source, prompt_id
          union all
          select keyword_id, platform, '=pages', prompt_id, count(*), sum(missing)
          from compared
          where has_page
          group by keyword_id, platform, prompt_id
          union all
          select keyword_id, platform, '=queries', prompt_id, count(*), sum(missing)
          from compared
          where has_query
          group by keyword_id, platform, prompt_id
          union all
          select keyword_id, platform, '=answers', '', count(*), 0
          from known
          group by keyword_id, platform
        )
        select keyword_id, platform, source, json_agg(json_build_array(prompt_id, n, k)) as prompts
        from counts
        group by keyword_id, platform, source
        having sum(n) >= ${LEAST_COMPARED}
        order by keyword_id, platform, source`,
  );
  return toCells(rows);
}

interface CountedSource {
  keywordId: string;
  platform: string;
  /** The first character of its kind, then the source. After `=`: all answers, all with pages or all with queries. */
  source: string;
  prompts: [promptId: string, n: number, k: number][];
}

function toCells(rows: CountedSource[]): GapCell[] {
  const cells = groupBy(rows, ({ keywordId, platform }) => `${keywordId} ${platform}`);
  return [...cells.values()].flatMap((mine) => {
    const [first] = mine;
    if (!first) return [];
    const totals = (name: string) => mine.find(({ source }) => source === name)?.prompts ?? [];
    const [pages, queries] = [totals('=pages'), totals('=queries')];
    const { keywordId, platform } = first;
    return {
      keywordId,
      platform,
      answers: totals('=answers')[0]?.[1] ?? 0,
      candidates: mine.flatMap(({ source: text, prompts }) => {
        const kind = GAP_KINDS.find(([first]) => first === text[0]);
        if (!kind) return [];
        const all = kind === 'query' ? queries : pages;
        return { source: { keywordId, platform, kind, source: text.slice(1) }, prompts: comparePrompts(prompts, all) };
      }),
    };
  });
}

function comparePrompts(counted: CountedSource['prompts'], all: CountedSource['prompts']): PromptGap[] {
  const found = new Map(counted.map(([promptId, n, k]) => [promptId, { n, k }]));
  return all.map(([promptId, n, k]) => {
    const { n: n1, k: k1 } = found.get(promptId) ?? { n: 0, k: 0 };
    return { n1, k1, n0: n - n1, k0: k - k1 };
  });
}

function matching(workspaceId: string, { keywordIds, platform, range }: GapFilter, time: Sql): Sql {
  return sql`workspace_id = ${workspaceId}
    and keyword_id = any(${keywordIds})
    and ${time} >= ${range.since}
    and ${time} < ${range.until}
    ${platform === undefined ? empty : sql`and platform = ${platform}`}`;
}
