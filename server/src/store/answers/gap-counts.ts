import { groupBy } from '../../base/group-by.ts';
import { inBatches } from '../../base/in-batches.ts';
import { LEAST_COMPARED, type PromptGap } from '../../score/gap-effect.ts';
import { type Db, empty, planned, type Sql, sql } from '../db.ts';
import { keepCounts } from '../kept-counts.ts';
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

/** Parts are counted at the same time: on two processors, in half the time. Their hash tables also fit in memory. */
const PARTS = 4;

/**
 * Counts answers that mention or cite a competitor, by prompt and source. A domain or page is compared with answers
 * that cite other pages, a query with answers that ran other queries. A home page is counted as its domain.
 */
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

/**
 * Grouped instead of joined: on new tables, PostgreSQL compared every answer with every citation (24 s for 4,000
 * answers). Each table is first reduced to one row per answer. Ids are grouped as 64-bit numbers, and only sources with
 * enough answers become JSON: both together halved the time.
 */
async function countPart(db: Db, workspaceId: string, filter: GapFilter): Promise<GapCell[]> {
  const rows = await db.records<CountedSource>(
    planned(sql`with known as materialized (
          select hashtextextended(answer_id, 0) as id, keyword_id || ' ' || platform as cell_name,
                 hashtextextended(keyword_id || ' ' || platform, 0) as cell, hashtextextended(prompt_id, 0) as prompt, queries
          from answers
          where ${matching(workspaceId, filter, sql`asked_at`)}
            and status = 'valid'
        ), facts as (
          select id, cell, prompt, searches, null::boolean as is_own, null::boolean as is_rival,
                 null::bigint[] as page_keys, null::text[] as domains
          from known
          cross join lateral (
            select array_agg(distinct ${FOLDED_QUERY}) as searches
            from jsonb_array_elements_text(queries) as q (query)
          ) s
          union all
          select hashtextextended(answer_id, 0), null, null, null, bool_or(brand_id = ${OWN_BRAND}),
                 bool_or(brand_id <> ${OWN_BRAND}), null, null
          from mentions
          where ${matching(workspaceId, filter, sql`detected_at`)}
          group by 1
          union all
          select hashtextextended(answer_id, 0), null, null, null, bool_or(owner = 'own'), bool_or(owner = 'competitor'),
                 array_agg(page_key), array_agg(case when owner <> 'own' then domain else 'unresolved' end)
          from citations
          where ${matching(workspaceId, filter, sql`detected_at`)}
            and kind = 'cited'
          group by 1
        ), compared as materialized (
          select id, min(cell) as cell, min(prompt) as prompt, case when bool_or(is_own) then 0 else 1 end as missing,
                 max(page_keys) as page_keys, max(domains) as domains, max(searches) as searches
          from facts
          group by id
          having min(cell) is not null and bool_or(is_rival)
        ), counts as (
          select cell, prompt, 'd' as kind, hashtextextended(domain, 0) as key, domain as name, count(*) as n, sum(missing) as k
          from (
            select distinct id, cell, prompt, missing, domain
            from compared
            cross join lateral unnest(domains) as c (domain)
            where domain <> 'unresolved'
          ) once
          group by cell, prompt, domain
          union all
          select cell, prompt, 'p', page_key, '', count(*), sum(missing)
          from compared
          cross join lateral unnest(page_keys, domains) as c (page_key, domain)
          where domain <> 'unresolved'
            and page_key <> hashtextextended('https://' || domain, 0)
          group by cell, prompt, page_key
          union all
          select cell, prompt, 'q', hashtextextended(search, 0), search, count(*), sum(missing)
          from compared
          cross join lateral unnest(searches) as search
          where search <> ''
          group by cell, prompt, search
          union all
          select cell, prompt, 'pages', 0, '', count(*), sum(missing)
          from compared
          where page_keys is not null
          group by cell, prompt
          union all
          select cell, prompt, 'queries', 0, '', count(*), sum(missing)
          from compared
          where searches is not null
          group by cell, prompt
          union all
          select cell, 0, 'answers', 0, min(cell_name), count(*), 0
          from known
          group by cell
        )
        select cell::text, kind, key::text, min(name) as name, json_agg(json_build_array(prompt::text, n, k)) as prompts
        from (
          select *, sum(n) over (partition by cell, kind, key) as compared
          from counts
        ) c
        where compared >= ${LEAST_COMPARED}
        group by cell, kind, key
        order by cell, kind, key`),
  );
  return toCells(rows);
}

interface CountedSource {
  /** A number for keyword and platform. */
  cell: string;
  /** The first character of a source's kind. In full: all answers, all with pages or all with queries. */
  kind: string;
  key: string;
  /** A domain or query. For all answers: the keyword's id and the platform. */
  name: string;
  /** By a number for the prompt. */
  prompts: [prompt: string, n: number, k: number][];
}

function toCells(rows: CountedSource[]): GapCell[] {
  const cells = groupBy(rows, ({ cell }) => cell);
  return [...cells.values()].flatMap((mine) => {
    const totals = (wanted: string) => mine.find(({ kind }) => kind === wanted);
    const all = totals('answers');
    if (!all) return [];
    const [keywordId = '', platform = ''] = all.name.split(' ');
    const [pages, queries] = [totals('pages')?.prompts ?? [], totals('queries')?.prompts ?? []];
    return {
      keywordId,
      platform,
      answers: all.prompts[0]?.[1] ?? 0,
      candidates: mine.flatMap(({ kind: initial, key, name, prompts }) => {
        const kind = GAP_KINDS.find(([first]) => first === initial);
        if (!kind) return [];
        const source = { keywordId, platform, kind, source: kind === 'page' ? key : name };
        return { source, prompts: comparePrompts(prompts, kind === 'query' ? queries : pages) };
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
