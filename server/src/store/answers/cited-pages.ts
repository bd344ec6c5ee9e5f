import { compareTexts } from '../../base/compare-texts.ts';
import { pageKey } from '../../base/page-key.ts';
import { type Db, empty, planned, sql } from '../db.ts';
import { rowSet } from '../row-set.ts';
import { type PageSum, packPages, sumPages } from '../sums/packed-pages.ts';
import { type RangeSums, readSums } from '../sums/read.ts';
import type { TimeRange } from '../time-range.ts';
import type { PageOwner } from './citations.ts';
import { cited, type SourceFilter } from './counted-sources.ts';

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

interface Summed {
  filter: SourceFilter;
  sums: RangeSums;
}

/** Every cited page with the number of answers that cite it, most first. */
export async function countPages(db: Db, workspaceId: string, { filter, sums }: Summed): Promise<CountedPage[]> {
  const counted = await countKeys(filter, sums);
  // After the sums, so that the addresses of all their pages are known.
  const pageOf = await describedPages(db, workspaceId, filter);
  return counted
    .flatMap((sum) => {
      const page = pageOf.get(sum.key);
      if (page === undefined) return [];
      const [pageKey = '', domain = '', canonicalUrl = '', ...words] = page.split(' ');
      const title = words.length > 0 ? words.join(' ') : undefined;
      return [{ pageKey, canonicalUrl, title, domain, owner: sum.owner, citations: sum.answers }];
    })
    .sort((a, b) => b.citations - a.citations || compareTexts(a.canonicalUrl, b.canonicalUrl));
}

async function countKeys({ owner }: SourceFilter, { stored, rest }: RangeSums): Promise<PageSum[]> {
  const packed = [...stored.map(({ pages = '' }) => pages), ...[...rest.values()].map(({ pages }) => packPages(pages))];
  const sums = await sumPages(packed);
  return owner === undefined ? sums : sums.filter((sum) => sum.owner === owner);
}

/**
 * `page_key domain canonical_url title` of each page, by key. Only a title can contain spaces. As JSON, this takes three
 * times as long.
 */
async function describedPages(
  db: Db,
  workspaceId: string,
  { domain, domains = domain === undefined ? undefined : [domain], page }: SourceFilter,
): Promise<Map<string, string>> {
  const [row] = await db.query<{ described: string | null }>(
    planned(sql`select string_agg(page_key || ' ' || domain || ' ' || canonical_url
                                 || coalesce(' ' || replace(title, ${PAGE_END}, ' '), ''), ${PAGE_END}) as described
        from cited_pages
        where workspace_id = ${workspaceId}
          ${domains === undefined ? empty : sql`and domain = any(${domains})`}
          ${page === undefined ? empty : sql`and page_key = ${pageKey(page)}`}`),
  );
  const pages = row?.described?.split(PAGE_END) ?? [];
  return new Map(pages.map((text) => [text.slice(0, text.indexOf(' ')), text]));
}

/** The control character that separates records. */
const PAGE_END = '\u001e';

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
export async function countSomePages(db: Db, workspaceId: string, { filter, from, count }: Part): Promise<PagesPart> {
  const sums = await readSums(db, workspaceId, { filter, columns: ['pages'] });
  if (filter.domain !== undefined || filter.page !== undefined) {
    const pages = await countPages(db, workspaceId, { filter, sums });
    return { pages: pages.slice(from, from + count), total: pages.length, citations: sumOf(pages) };
  }
  const counted = await countKeys(filter, sums);
  counted.sort((a, b) => b.answers - a.answers);
  // Pages with as many citations as the last one are ordered by address.
  const least = counted[from + count - 1]?.answers ?? 1;
  const first = from < counted.length ? counted.filter(({ answers }) => answers >= least) : [];
  const pages = await db.records<CountedPage>(
    planned(sql`select c.key::text as page_key, p.domain, c.owner, c.answers as citations, p.canonical_url, p.title
        from ${rowSet('c', first, { key: 'bigint', owner: 'text', answers: 'integer' })}
        join cited_pages p on p.workspace_id = ${workspaceId} and p.page_key = c.key
        order by c.answers desc, p.canonical_url collate "C"
        limit ${count} offset ${from}`),
  );
  return { pages, total: counted.length, citations: counted.reduce((sum, { answers }) => sum + answers, 0) };
}

function sumOf(pages: CountedPage[]): number {
  return pages.reduce((sum, { citations }) => sum + citations, 0);
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
