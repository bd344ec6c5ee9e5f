import { compareTexts } from '../../base/compare-texts.ts';
import { groupBy } from '../../base/group-by.ts';
import { dayOf } from '../../base/time.ts';
import { type PackedSum, packDomains, packPages, sumPacked } from '../counts/packed-sources.ts';
import { ANY_COMPETITOR, type DomainSum, domainsIn, EVERY_ANSWER, onDays, pagesIn } from '../counts/source-sums.ts';
import { type Db, empty, join, planned, raw, type Sql, sql } from '../db.ts';
import { daysOf, splitDays, type TimeRange } from '../time-range.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import type { PageOwner } from './citations.ts';
import { MOST_ANSWERS } from './queries.ts';

/** The answers whose sources are counted. */
export interface SourceFilter {
  keywordId?: string | undefined;
  platform?: string | undefined;
  owner?: PageOwner | undefined;
  domain?: string | undefined;
  domains?: string[] | undefined;
  /** The canonical URL of one page. */
  page?: string | undefined;
  range: TimeRange;
}

/** Only sums of these rows of `day` and `platform`. */
interface RestFilter extends SourceFilter {
  unpacked?: Sql;
}

/** The number of valid answers in a range. Whole days of all keywords are read from the totals. */
export async function sampleOf(db: Db, workspaceId: string, filter: SourceFilter): Promise<number> {
  const { keywordId, platform, range } = filter;
  const { days, rest } = keywordId === undefined ? splitDays(range) : { days: undefined, rest: [range] };
  const counts = [
    ...rest.map((part) => sql`select count(*) as n from answers ${valid(workspaceId, { ...filter, range: part })}`),
    ...(days
      ? [
          sql`select sum(valid) as n
              from workspace_days
              where workspace_id = ${workspaceId}
                and day between ${days.from} and ${days.to}
                ${platform === undefined ? empty : sql`and platform = ${platform}`}`,
        ]
      : []),
  ];
  const [row] = await db.query<{ n: number }>(
    sql`select coalesce(sum(n), 0)::integer as n from (${join(counts, ' union all ')}) counts`,
  );
  return row?.n ?? 0;
}

/** The newest of these answers, if there are more than can be read one by one within a request. */
export async function newestOf<Filter extends SourceFilter>(
  db: Db,
  workspaceId: string,
  filter: Filter,
): Promise<{ sampleSize: number; filter: Filter }> {
  const sampleSize = await sampleOf(db, workspaceId, filter);
  if (sampleSize <= MOST_ANSWERS) return { sampleSize, filter };
  const [row] = await db.records<{ since: Date | undefined }>(
    sql`select min(asked_at) as since
        from (
          select asked_at
          from answers
          ${valid(workspaceId, filter)}
          order by asked_at desc
          limit ${MOST_ANSWERS}
        ) a`,
  );
  const { range } = filter;
  return { sampleSize: MOST_ANSWERS, filter: { ...filter, range: { ...range, since: row?.since ?? range.since } } };
}

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
export function countPages(db: Db, workspaceId: string, filter: SourceFilter): Promise<CountedPage[]> {
  return db.records<CountedPage>(
    planned(sql`${describePages(workspaceId, pageCounts(workspaceId, filter))}
        order by citations desc, canonical_url`),
  );
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
  const packed = await packedSums(db, workspaceId, part.filter, 'pages');
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
        order by c.citations desc, p.canonical_url
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
          order by citations desc, canonical_url
          limit ${count} offset ${from}
        ) part on true
        order by citations desc, canonical_url`),
  );
  // A part after the last page still has the sums.
  const pages = rows.flatMap(({ total: _, allCitations: __, ...page }) => (page.pageKey === undefined ? [] : [page]));
  return { pages, total: rows[0]?.total ?? 0, citations: rows[0]?.allCitations ?? 0 };
}

function pageCounts(workspaceId: string, filter: RestFilter): Sql {
  const { platform, domain, domains, page, owner, unpacked } = filter;
  const counted = summed(workspaceId, filter, {
    sums: (days) => sql`
      select day, domain, page_key, platform, owner, answers
      from page_days
      ${unpacked === undefined ? empty : sql`join (${unpacked}) u using (day, platform)`}
      where workspace_id = ${workspaceId}
        and day = any(${days}::date[])
        ${domain === undefined ? empty : sql`and domain = ${domain}`}
        ${domains === undefined ? empty : sql`and domain = any(${domains})`}
        ${page === undefined ? empty : sql`and page_key = hashtextextended(${page}, 0)`}
        ${owner === undefined ? empty : sql`and owner = ${owner}`}
        ${platform === undefined ? empty : sql`and platform = ${platform}`}`,
    count: (which) => pagesIn(workspaceId, sql`${which} ${ofPages(filter)}`),
  });
  return sql`
    select page_key, domain, owner, sum(answers)::integer as citations
    from (${counted}) counted
    group by page_key, domain, owner
    having sum(answers) > 0`;
}

/** Adds address and title. Sums of old days can still be missing, and with them their pages. */
function describePages(workspaceId: string, counts: Sql): Sql {
  const described = (column: 'canonical_url' | 'title') => sql`(
    select max(${raw(column)})
    from citations
    where workspace_id = ${workspaceId}
      and kind = 'cited'
      and domain = c.domain
      and page_key = c.page_key)`;
  return sql`
    select c.page_key::text, c.domain, c.owner, c.citations,
           case when p.page_key is null then ${described('canonical_url')} else p.canonical_url end as canonical_url,
           case when p.page_key is null then ${described('title')} else p.title end as title
    from (${counts}) c
    left join cited_pages p on p.workspace_id = ${workspaceId} and p.page_key = c.page_key`;
}

/** How many answers cite pages of each of these groups. */
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
          join unnest(${[...groupOf.keys()]}::bigint[], ${bits}::integer[]) as g (page_key, bit) using (page_key)
          ${cited(workspaceId, filter)}
          group by answer_id
        ) answered
        group by found`),
  );
  const count = (bit: number) => rows.reduce((sum, { found, answers }) => sum + (found & bit ? answers : 0), 0);
  return new Map(names.map((name, index) => [name, count(1 << index)]));
}

export interface CountedDomain {
  domain: string;
  /** Answers that cite the domain. */
  answers: number;
}

/** Every cited domain, most cited first. */
export async function countDomains(db: Db, workspaceId: string, filter: SourceFilter): Promise<CountedDomain[]> {
  const packed = await packedSums(db, workspaceId, filter, 'domains');
  if (packed) {
    const nameOf = new Map(packed.names.map((line) => line.split(' ') as [string, string]));
    return packed.sums
      .map(({ key, answers }) => ({ domain: nameOf.get(key) ?? '', answers }))
      .sort((a, b) => b.answers - a.answers || compareTexts(a.domain, b.domain));
  }
  const counted = countedDomains(workspaceId, filter, [EVERY_ANSWER]);
  return db.records<CountedDomain>(
    planned(sql`select domain, sum(answers)::integer as answers
        from (${counted}) counted
        group by domain
        having sum(answers) > 0
        order by answers desc, domain collate "C"`),
  );
}

/** What the answers that cite a domain have in common. */
export interface DomainDetails {
  /** By platform. */
  platforms: Record<string, number>;
  /** Answers that mention each brand. */
  brands: Record<string, number>;
  /** Answers that mention the own brand, and at least one competitor. */
  mentions: number;
  competitorMentions: number;
  lastCitedAt: Date;
  /** The newest. */
  answerIds: string[];
}

/** Citations of a domain that are read to find its newest answers: an answer can cite several of its pages. */
const READ_EACH = 10;

/** The details of some domains, by name. */
export async function describeDomains(
  db: Db,
  workspaceId: string,
  asked: { filter: SourceFilter; domains: string[]; brandIds: string[]; answerIds: number },
): Promise<Map<string, DomainDetails>> {
  const { filter, domains, answerIds } = asked;
  const brandIds = [EVERY_ANSWER, ANY_COMPETITOR, ...asked.brandIds];
  const [counts, newest] = await Promise.all([
    db.records<Pick<DomainSum, 'domain' | 'platform' | 'brandId' | 'answers'>>(
      planned(sql`select domain, platform, brand_id, sum(answers)::integer as answers
          from (${countedDomains(workspaceId, { ...filter, domains }, brandIds)}) counted
          group by domain, platform, brand_id
          having sum(answers) > 0
          order by platform`),
    ),
    db.records<Pick<DomainDetails, 'lastCitedAt' | 'answerIds'> & { domain: string }>(
      planned(sql`select d.domain, max(n.detected_at) as last_cited_at,
                 (array_agg(n.answer_id order by n.detected_at desc, n.answer_id))[:${answerIds}::integer] as answer_ids
          from unnest(${domains}::text[]) as d (domain)
          cross join lateral (
            select distinct answer_id, detected_at
            from (
              select answer_id, detected_at
              from citations
              ${cited(workspaceId, { ...filter, domain: undefined })}
                and domain = d.domain
              order by detected_at desc
              limit ${answerIds * READ_EACH}
            ) c
          ) n
          group by d.domain`),
    ),
  ]);
  const countsOf = groupBy(counts, ({ domain }) => domain);
  return new Map(
    newest.map(({ domain, ...found }) => {
      const mine = countsOf.get(domain) ?? [];
      const platforms = mine.filter(({ brandId }) => brandId === EVERY_ANSWER);
      const { [EVERY_ANSWER]: _, [ANY_COMPETITOR]: competitorMentions = 0, ...brands } = sumBy(mine, 'brandId');
      const mentions = brands[OWN_BRAND] ?? 0;
      return [domain, { ...found, platforms: sumBy(platforms, 'platform'), brands, mentions, competitorMentions }];
    }),
  );
}

function sumBy<Name extends string>(rows: ({ answers: number } & Record<Name, string>)[], name: Name) {
  const sums: Record<string, number> = {};
  for (const row of rows) sums[row[name]] = (sums[row[name]] ?? 0) + row.answers;
  return sums;
}

interface SourcePoint {
  /** The first day. */
  date: string;
  sampleSize: number;
  answers: number;
}

/** How many answers of each day or week cite a domain. Weeks end with the last day. */
export function countSourceDays(
  db: Db,
  workspaceId: string,
  { filter, days }: { filter: SourceFilter & { domain: string }; days: number },
): Promise<SourcePoint[]> {
  const last = dayOf(new Date(filter.range.until.getTime() - 1));
  const asked = summed(workspaceId, filter, {
    sums: (some) => sql`
      select day, valid
      from workspace_days
      where workspace_id = ${workspaceId}
        and day = any(${some}::date[])
        ${filter.platform === undefined ? empty : sql`and platform = ${filter.platform}`}`,
    count: (which) => sql`
      select (detected_at at time zone 'UTC')::date as day, 1 as valid
      from (
        select asked_at as detected_at, keyword_id, platform
        from answers
        where workspace_id = ${workspaceId}
          and status = 'valid'
      ) a
      where ${which} ${matching(filter)}`,
    isSummedAlways: true,
  });
  return db.records<SourcePoint>(
    planned(sql`select to_char(${last}::date + 1 - (bucket + 1) * ${days}::integer, 'YYYY-MM-DD') as date,
               sum(valid)::integer as sample_size, sum(answers)::integer as answers
        from (
          select (${last}::date - day) / ${days}::integer as bucket, valid, 0 as answers
          from (${asked}) asked
          union all
          select (${last}::date - day) / ${days}::integer, 0, answers
          from (${countedDomains(workspaceId, filter, [EVERY_ANSWER])}) counted
        ) counts
        group by bucket
        having sum(valid) > 0
        order by bucket desc`),
  );
}

/** Rows of `domain_days` with these brands. */
function countedDomains(workspaceId: string, filter: RestFilter, brandIds: string[]): Sql {
  const { domain, domains = domain === undefined ? undefined : [domain], platform, unpacked } = filter;
  const ofDomains = domains === undefined ? empty : sql`and domain = any(${domains})`;
  const hasBrands = brandIds.some((id) => id !== EVERY_ANSWER);
  return summed(workspaceId, filter, {
    sums: (days) => sql`
      select day, platform, domain, brand_id, answers
      from domain_days
      ${unpacked === undefined ? empty : sql`join (${unpacked}) u using (day, platform)`}
      where workspace_id = ${workspaceId}
        and brand_id = any(${brandIds})
        and day = any(${days}::date[])
        ${ofDomains}
        ${platform === undefined ? empty : sql`and platform = ${platform}`}`,
    count: (which) => sql`
      select *
      from (${domainsIn(workspaceId, {
        citations: sql`${which} ${matching(filter)} ${ofDomains}`,
        mentions: hasBrands ? sql`${which} ${matching(filter)}` : sql`false`,
      })}) found
      where brand_id = any(${brandIds})`,
  });
}

/**
 * The sums of whole days that are packed, and of all else in the range, and for domains a line with each key and name.
 * Undefined if single rows are read sooner, or if old days have no sums yet.
 */
async function packedSums(
  db: Db,
  workspaceId: string,
  filter: SourceFilter,
  kind: 'pages' | 'domains',
): Promise<{ sums: PackedSum[]; names: string[] } | undefined> {
  const { keywordId, platform, domain, domains, page, range } = filter;
  const { days } = splitDays(range);
  if (!days || [keywordId, domain, domains, page].some((one) => one !== undefined)) return undefined;
  const from = sql`
    from packed_sources
    where workspace_id = ${workspaceId}
      and day between ${days.from} and ${days.to}
      ${platform === undefined ? empty : sql`and platform = ${platform}`}`;
  const rest = { ...filter, unpacked: sql`select day, platform ${from} and not is_packed` };
  const others = {
    pages: () => sql`
      (${packPages(sql`select page_key, owner, citations as answers from (${pageCounts(workspaceId, rest)}) counts`)}), ''`,
    domains: () => sql`
      (${packDomains(sql`
        select domain, sum(answers)::integer as answers
        from (${countedDomains(workspaceId, rest, [EVERY_ANSWER])}) counted
        group by domain`)}),
      (
        select string_agg(hashtextextended(domain, 0) || ' ' || domain, chr(10))
        from (select distinct domain from cited_pages where workspace_id = ${workspaceId}) d
      )`,
  };
  const rows = await db.query<{ packed: Buffer | null; names: string | null }>(
    planned(sql`select ${raw(kind)} as packed, '' as names ${from} and is_packed
        union all
        select ${others[kind]()}
        union all
        (select null, null from unsummed_days where workspace_id = ${workspaceId} limit 1)`),
  );
  const parts = rows.flatMap(({ packed }) => packed ?? []);
  if (parts.length < rows.length) return undefined;
  return { sums: sumPacked(parts), names: rows.flatMap(({ names }) => names?.split('\n') ?? []) };
}

interface Summed {
  /** Reads sums of whole days of all keywords. */
  sums: (days: string[]) => Sql;
  /** Counts what is stored where this condition on `detected_at` holds. */
  count: (which: Sql) => Sql;
  /** Old days have these sums too. */
  isSummedAlways?: boolean;
}

/** The sums of a range, and counts for its parts without sums. Sums are not kept per keyword. */
function summed(workspaceId: string, filter: SourceFilter, { sums, count, isSummedAlways }: Summed): Sql {
  const countIn = ({ since, until }: TimeRange) =>
    count(sql`detected_at >= ${since}::timestamptz and detected_at < ${until}::timestamptz`);
  if (filter.keywordId !== undefined) return countIn(filter.range);
  const { days, rest } = splitDays(filter.range);
  const parts = rest.map(countIn);
  if (days) parts.push(sums(daysOf(days)));
  if (days && !isSummedAlways) {
    parts.push(sql`
      select c.*
      from unsummed_days u
      cross join lateral (${count(onDays(sql`detected_at`, sql`u.day`))}) c
      where u.workspace_id = ${workspaceId}
        and u.day between ${days.from} and ${days.to}`);
  }
  return join(parts, ' union all ');
}

function valid(workspaceId: string, filter: SourceFilter): Sql {
  return sql`
    where workspace_id = ${workspaceId}
      and asked_at >= ${filter.range.since}
      and asked_at < ${filter.range.until}
      and status = 'valid'
      ${matching(filter)}`;
}

function cited(workspaceId: string, filter: SourceFilter): Sql {
  return sql`
    where workspace_id = ${workspaceId}
      and kind = 'cited'
      and detected_at >= ${filter.range.since}
      and detected_at < ${filter.range.until}
      ${ofPages(filter)}`;
}

function ofPages(filter: SourceFilter): Sql {
  return sql`
    ${filter.owner === undefined ? empty : sql`and owner = ${filter.owner}`}
    ${filter.domain === undefined ? empty : sql`and domain = ${filter.domain}`}
    ${filter.domains === undefined ? empty : sql`and domain = any(${filter.domains})`}
    ${filter.page === undefined ? empty : sql`and page_key = hashtextextended(${filter.page}, 0)`}
    ${matching(filter)}`;
}

function matching({ keywordId, platform }: SourceFilter): Sql {
  return sql`
    ${keywordId === undefined ? empty : sql`and keyword_id = ${keywordId}`}
    ${platform === undefined ? empty : sql`and platform = ${platform}`}`;
}
