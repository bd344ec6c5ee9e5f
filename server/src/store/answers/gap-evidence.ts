import type { SourcePage } from '../../analyze/sources/classify.ts';
import { type Db, planned, sql } from '../db.ts';
import { keepCounts } from '../kept-counts.ts';
import { rowSet } from '../row-set.ts';
import type { TimeRange } from '../time-range.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import type { GapSource } from './gap-cells.ts';
import { FOLDED_QUERY } from './source-filter.ts';

/** What is behind a gap. */
export interface GapEvidence {
  /** The query as the latest answer spells it. */
  query: string | undefined;
  /** The page, or the pages of the domain that are cited most. None for a query. */
  pages: (SourcePage & { citations: number })[];
  /** Answers that mention or cite each competitor, most first. */
  competitors: { competitorId: string; answers: number }[];
  /** Answers with the source and a competitor, but not the brand: how many, and the latest. */
  answers: number;
  answerIds: string[];
}

const MOST_IDS = 10;
const MOST_PAGES = 20;

/** The evidence of each gap, in the same order. */
export async function readGapEvidence(
  db: Db,
  workspaceId: string,
  asked: { gaps: GapSource[]; range: TimeRange },
): Promise<GapEvidence[]> {
  if (asked.gaps.length === 0) return [];
  return keepCounts(db, { workspaceId, name: 'gap evidence', ...asked }, () => readNow(db, workspaceId, asked));
}

async function readNow(
  db: Db,
  workspaceId: string,
  { gaps, range }: { gaps: GapSource[]; range: TimeRange },
): Promise<GapEvidence[]> {
  const shown = gaps.map((gap, place) => ({ ...gap, place }));
  const keywordIds = [...new Set(gaps.map(({ keywordId }) => keywordId))];
  const rows = await db.records<GapEvidence & { place: number }>(
    planned(sql`with shown as materialized (
          select *, case kind when 'page' then source::bigint end as page_key
          from ${rowSet('g', shown, { place: 'integer', keywordId: 'text', platform: 'text', kind: 'text', source: 'text' })}
        ), cited as materialized (
          -- From an index alone. It has no addresses and titles.
          select g.place, c.keyword_id, c.answer_id, c.detected_at as at, c.page_key
          from citations c
          join shown g on g.keyword_id = c.keyword_id and g.platform = c.platform
          where c.workspace_id = ${workspaceId}
            and c.keyword_id = any(${keywordIds})
            and c.detected_at >= ${range.since}
            and c.detected_at < ${range.until}
            and c.kind = 'cited'
            and case g.kind when 'domain' then c.domain = g.source when 'page' then c.page_key = g.page_key end
        ), searched as materialized (
          select g.place, a.keyword_id, a.answer_id, a.asked_at as at, q.query
          from shown g
          join answers a
            on a.workspace_id = ${workspaceId}
           and a.keyword_id = g.keyword_id
           and a.asked_at >= ${range.since}
           and a.asked_at < ${range.until}
           and a.platform = g.platform
           and a.status = 'valid'
          cross join lateral jsonb_array_elements_text(a.queries) as q (query)
          where g.kind = 'query'
            and ${FOLDED_QUERY} = g.source
        ), answered as materialized (
          -- An answer is looked up once, even if it has several of the sources.
          select keyword_id, answer_id, at, array_agg(distinct place) as places
          from (
            select place, keyword_id, answer_id, at
            from cited
            union all
            select place, keyword_id, answer_id, at
            from searched
          ) found
          group by keyword_id, answer_id, at
        ), brands as (
          select h.places, h.answer_id, h.at, m.brand_id
          from answered h
          join mentions m
            on m.workspace_id = ${workspaceId}
           and m.keyword_id = h.keyword_id
           and m.detected_at = h.at
           and m.answer_id = h.answer_id
          union all
          select h.places, h.answer_id, h.at, c.owner_id
          from answered h
          join citations c
            on c.workspace_id = ${workspaceId}
           and c.owner in ('own', 'competitor')
           and c.kind = 'cited'
           and c.detected_at = h.at
           and c.answer_id = h.answer_id
        ), missing as materialized (
          select unnest(min(places)) as place, answer_id, at, array_agg(distinct brand_id) as brand_ids
          from brands
          group by answer_id, at
          having not bool_or(brand_id = ${OWN_BRAND})
        ), pages as (
          select place, jsonb_agg(page order by rank) as pages
          from (
            select place, row_number() over (partition by place order by count(*) desc, canonical_url) as rank,
                   jsonb_build_object('canonicalUrl', canonical_url, 'domain', domain, 'owner', owner,
                                      'title', coalesce(max(title), ''), 'citations', count(*)) as page
            from cited h
            join citations c
              on c.workspace_id = ${workspaceId}
             and c.keyword_id = h.keyword_id
             and c.detected_at = h.at
             and c.answer_id = h.answer_id
             and c.page_key = h.page_key
             and c.kind = 'cited'
            group by place, canonical_url, domain, owner
          ) ranked
          where rank <= ${MOST_PAGES}
          group by place
        ), rivals as (
          select place, jsonb_agg(jsonb_build_object('competitorId', brand_id, 'answers', answers)
                                  order by answers desc, brand_id) as competitors
          from (
            select place, brand_id, count(*) as answers
            from missing
            cross join lateral unnest(brand_ids) as brand_id
            group by place, brand_id
          ) counted
          group by place
        )
        select m.place, coalesce(p.pages, '[]') as pages, r.competitors, m.answers, m.answer_ids,
               (select s.query from searched s where s.place = m.place order by s.at desc limit 1) as query
        from (
          select place, count(*) as answers,
                 (array_agg(answer_id order by at desc, answer_id desc))[:${MOST_IDS}::integer] as answer_ids
          from missing
          group by place
        ) m
        join rivals r using (place)
        left join pages p using (place)`),
  );
  const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]));
  const none = { query: undefined, pages: [], competitors: [], answers: 0, answerIds: [] };
  return gaps.map((_, place) => byPlace.get(place) ?? none);
}
