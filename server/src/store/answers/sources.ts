import { compareTexts } from '../../base/compare-texts.ts';
import { groupBy } from '../../base/group-by.ts';
import { own } from '../../base/own.ts';
import { dayOf } from '../../base/time.ts';
import { ANY_COMPETITOR, type DomainSum, EVERY_ANSWER } from '../counts/source-sums.ts';
import { type Db, empty, join, planned, sql } from '../db.ts';
import { splitDays } from '../time-range.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import { cited, countedDomains, matching, type SourceFilter, summed, valid } from './counted-sources.ts';
import { type CountedDay, firstWholeDay, MOST_ANSWERS } from './newest-days.ts';
import { packedDays, packedDomains } from './packed-sums.ts';

/** The number of valid answers in a range. Whole days of all keywords are read from the totals. */
export function sampleOf(db: Db, workspaceId: string, filter: SourceFilter): Promise<number> {
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
  return db.number(sql`select coalesce(sum(n), 0)::integer as n from (${join(counts, ' union all ')}) counts`);
}

/** The newest of these answers, if there are more than can be read one by one within a request. */
export async function newestOf<Filter extends SourceFilter>(
  db: Db,
  workspaceId: string,
  filter: Filter,
): Promise<{ sampleSize: number; filter: Filter }> {
  const sampleSize = await sampleOf(db, workspaceId, filter);
  if (sampleSize <= MOST_ANSWERS) return { sampleSize, filter };
  const day = filter.keywordId === undefined ? firstWholeDay(await countedDays(db, workspaceId, filter)) : undefined;
  const since = day === undefined ? await firstOfNewest(db, workspaceId, filter) : new Date(day);
  const newest = { ...filter, range: { ...filter.range, since } };
  return { sampleSize: await sampleOf(db, workspaceId, newest), filter: newest };
}

/** Newest first. */
async function countedDays(db: Db, workspaceId: string, { platform, range }: SourceFilter): Promise<CountedDay[]> {
  const { days } = splitDays(range);
  if (!days) return [];
  return db.records<CountedDay>(
    sql`select day, sum(valid)::integer as valid
        from workspace_days
        where workspace_id = ${workspaceId}
          and day between ${days.from} and ${dayOf(new Date(range.until.getTime() - 1))}
          ${platform === undefined ? empty : sql`and platform = ${platform}`}
        group by day
        order by day desc`,
  );
}

async function firstOfNewest(db: Db, workspaceId: string, filter: SourceFilter): Promise<Date> {
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
  return row?.since ?? filter.range.since;
}

export interface CountedDomain {
  domain: string;
  /** Answers that cite the domain. */
  answers: number;
}

/** Every cited domain, most cited first. */
export async function countDomains(db: Db, workspaceId: string, filter: SourceFilter): Promise<CountedDomain[]> {
  const packed = await packedDomains(db, workspaceId, filter);
  if (packed) return packed.sort((a, b) => b.answers - a.answers || compareTexts(a.domain, b.domain));
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
    countBrands(db, workspaceId, { filter: { ...filter, domains }, brandIds }),
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

type BrandCount = Pick<DomainSum, 'domain' | 'platform' | 'brandId' | 'answers'>;

/** The answers that cite domains and mention brands. On packed days, one row has the counts of all brands. */
async function countBrands(
  db: Db,
  workspaceId: string,
  { filter, brandIds }: { filter: SourceFilter & { domains: string[] }; brandIds: string[] },
): Promise<BrandCount[]> {
  const { days, packed, unpacked } = packedDays(workspaceId, filter);
  const rest = days && { unpacked };
  const rows = await db.records<BrandCount & { brands: string | undefined }>(
    planned(sql`select domain, platform, brand_id, sum(answers)::integer as answers, null as brands
        from (${countedDomains(workspaceId, { ...filter, ...rest }, brandIds)}) counted
        group by domain, platform, brand_id
        having sum(answers) > 0
        union all
        select domain, platform, ${EVERY_ANSWER}, sum(answers)::integer, string_agg(nullif(brands, ''), ' ')
        from domain_days
        join (${packed}) p using (day, platform)
        where workspace_id = ${workspaceId}
          and brand_id = ${EVERY_ANSWER}
          and domain = any(${filter.domains})
        group by domain, platform
        order by platform`),
  );
  const wanted = new Set(brandIds);
  return rows.flatMap(({ brands, ...row }) => [row, ...countsIn(brands, row)].filter((one) => wanted.has(one.brandId)));
}

/** The counts of `brand_id answers brand_id answers …`. */
function countsIn(brands: string | undefined, { domain, platform }: BrandCount): BrandCount[] {
  const words = brands?.split(' ') ?? [];
  const counts: BrandCount[] = [];
  for (let i = 0; i < words.length; i += 2) {
    counts.push({ domain, platform, brandId: words[i] ?? '', answers: Number(words[i + 1]) });
  }
  return counts;
}

function sumBy<Name extends string>(rows: ({ answers: number } & Record<Name, string>)[], name: Name) {
  const sums: Record<string, number> = {};
  for (const row of rows) sums[row[name]] = (own(sums, row[name]) ?? 0) + row.answers;
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
  const asked = summed(filter, {
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
