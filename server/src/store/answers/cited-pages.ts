import { compareTexts } from '../../base/compare-texts.ts';
import type { PackedSum } from '../counts/sum-packed.ts';
import { type Db, empty, planned, type Sql, sql } from '../db.ts';
import type { TimeRange } from '../time-range.ts';
import type { PageOwner } from './citations.ts';
import { cited, pageCounts, type SourceFilter } from './counted-sources.ts';
import { packedPages } from './packed-sums.ts';

export interface CountedPage {
  /** A 64-bit number as text. */
  pageKey: string;
  canonicalUrl: string;
  title: string | undefined;
  domain: string;
  owner: PageOwner;
  /** Answers that cite it. An answer has one citation per page. */
  citations: number;
}

/** Every cited page with the number of answers that cite it, most first. */
export async function countPages(db: Db, workspaceId: string, filter: SourceFilter): Promise<CountedPage[]> {
  const described = describedPages(workspaceId, filter.domains);
  const packed = await packedPages(db, workspaceId, { filter, names: described });
  if (packed) return describeSums(packed.sums, packed.names, filter);
  return db.records<CountedPage>(
    planned(sql`select *
        from (${describePages(workspaceId, pageCounts(workspaceId, filter))}) described
        order by citations desc, canonical_url collate "C"`),
  );
}

/**
 * `page_key domain canonical_url title` of each page. Only a title can contain spaces. As JSON, this takes three times
 * as long.
 */
function describedPages(workspaceId: string, domains: string[] | undefined): Sql {
  return sql`
    coalesce((
      select string_agg(page_key || ' ' || domain || ' ' || canonical_url
                        || coalesce(' ' || replace(title, ${PAGE_END}, ' '), ''), ${PAGE_END})
      from cited_pages
      where workspace_id = ${workspaceId}
        ${domains === undefined ? empty : sql`and domain = any(${domains})`}
    ), '')`;
}

/** The control character that separates records. */
const PAGE_END = '\u001e';

function describeSums(sums: PackedSum[], described: string, { owner }: SourceFilter): CountedPage[] {
  const pageOf = new Map(described.split(PAGE_END).map((page) => [page.slice(0, page.indexOf(' ')), page]));
  return sums
    .flatMap((sum) => {
      const page = owner === undefined || owner === sum.owner ? pageOf.get(sum.key) : undefined;
      if (page === undefined) return [];
      const [pageKey = '', domain = '', canonicalUrl = '', ...words] = page.split(' ');
      const title = words.length > 0 ? words.join(' ') : undefined;
      return [{ pageKey, canonicalUrl, title, domain, owner: sum.owner, citations: sum.answers }];
    })
    .sort((a, b) => b.citations - a.citations || compareTexts(a.canonicalUrl, b.canonicalUrl));
}

export interface PagesPart {
  pages: CountedPage[];
  /** Of all pages. */
  total: number;
  citations: number;
}

interface Part {
  filter: SourceFilter;
  from: number;
  count: number;
}

/** A part of the same list. Only its pages are described: with 50,000 pages, the others take as long as the count. */
export async function countSomePages(db: Db, workspaceId: string, part: Part): Promise<PagesPart> {
  const packed = await packedPages(db, workspaceId, { filter: part.filter });
  return packed ? partOf(db, workspaceId, { ...part, ...packed }) : countPart(db, workspaceId, part);
}

async function partOf(
  db: Db,
  workspaceId: string,
  { filter, from, count, sums }: Part & { sums: PackedSum[] },
): Promise<PagesPart> {
  const counted = sums.filter(({ owner }) => filter.owner === undefined || owner === filter.owner);
  counted.sort((a, b) => b.answers - a.answers);
  // Pages with as many citations as the last one are ordered by address.
  const least = counted[from + count - 1]?.answers ?? 1;
  const first = from < counted.length ? counted.filter(({ answers }) => answers >= least) : [];
  const pages = await db.records<CountedPage>(
    planned(sql`select c.page_key::text, p.domain, c.owner, c.citations, p.canonical_url, p.title
        from unnest(${first.map(({ key }) => key)}::bigint[], ${first.map(({ owner }) => owner)}::text[], ${first.map(({ answers }) => answers)}::integer[])
          as c (page_key, owner, citations)
        join cited_pages p on p.workspace_id = ${workspaceId} and p.page_key = c.page_key
        order by c.citations desc, p.canonical_url collate "C"
        limit ${count} offset ${from}`),
  );
  const citations = counted.reduce((sum, { answers }) => sum + answers, 0);
  return { pages, total: counted.length, citations };
}

async function countPart(db: Db, workspaceId: string, { filter, from, count }: Part): Promise<PagesPart> {
  // Pages with as many citations as the last one are ordered by address.
  const first = sql`select * from counts order by citations desc fetch first (${from + count}::bigint) rows with ties`;
  const rows = await db.records<CountedPage & { total: number; allCitations: number }>(
    planned(sql`with counts as materialized (${pageCounts(workspaceId, filter)})
        select *
        from (select count(*)::integer as total, sum(citations)::integer as all_citations from counts) every
        left join (
          select *
          from (${describePages(workspaceId, first)}) described
          order by citations desc, canonical_url collate "C"
          limit ${count} offset ${from}
        ) part on true
        order by citations desc, canonical_url collate "C"`),
  );
  // A part after the last page still has the sums.
  const pages = rows.flatMap(({ total: _, allCitations: __, ...page }) => (page.pageKey === undefined ? [] : [page]));
  return { pages, total: rows[0]?.total ?? 0, citations: rows[0]?.allCitations ?? 0 };
}

/** Adds address and title. */
function describePages(workspaceId: string, counts: Sql): Sql {
  return sql`
    select c.page_key::text, c.domain, c.owner, c.citations, p.canonical_url, p.title
    from (${counts}) c
    join cited_pages p on p.workspace_id = ${workspaceId} and p.page_key = c.page_key`;
}

/** The most cited pages of all keywords, and who of the competitors owns them. */
export async function mostCited(
  db: Db,
  workspaceId: string,
  { owner, range, count }: { owner: PageOwner; range: TimeRange; count: number },
): Promise<(CountedPage & { ownerId: string | undefined })[]> {
  const { pages } = await countSomePages(db, workspaceId, { filter: { owner, range }, from: 0, count });
  if (owner !== 'competitor') return pages.map((page) => ({ ...page, ownerId: undefined }));
  const owners = await db.records<{ pageKey: string; ownerId: string }>(
    sql`select p.page_key::text, c.owner_id
        from unnest(${pages.map(({ pageKey }) => pageKey)}::bigint[], ${pages.map(({ domain }) => domain)}::text[])
          as p (page_key, domain)
        cross join lateral (
          select owner_id
          from citations
          ${cited(workspaceId, { owner, range })}
            and domain = p.domain
            and page_key = p.page_key
          limit 1
        ) c`,
  );
  const ownerOf = new Map(owners.map(({ pageKey, ownerId }) => [pageKey, ownerId]));
  return pages.map((page) => ({ ...page, ownerId: ownerOf.get(page.pageKey) }));
}

/** How many answers cite domains of each of these groups. */
export async function countGroups(
  db: Db,
  workspaceId: string,
  { filter, groupOf }: { filter: SourceFilter; groupOf: Map<string, string> },
): Promise<Map<string, number>> {
  const names = [...new Set(groupOf.values())];
  const bits = [...groupOf.values()].map((name) => 1 << names.indexOf(name));
  // One number per answer: counting distinct answers per group sorts all citations, which takes four times as long.
  const rows = await db.query<{ found: number; answers: number }>(
    planned(sql`select found, count(*)::integer as answers
        from (
          select bit_or(bit) as found
          from citations
          join unnest(${[...groupOf.keys()]}::text[], ${bits}::integer[]) as g (domain, bit) using (domain)
          ${cited(workspaceId, filter)}
          group by answer_id
        ) answered
        group by found`),
  );
  const count = (bit: number) => rows.reduce((sum, { found, answers }) => sum + (found & bit ? answers : 0), 0);
  return new Map(names.map((name, index) => [name, count(1 << index)]));
}
