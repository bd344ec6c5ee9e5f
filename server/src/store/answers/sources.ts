import { compareTexts } from '../../base/compare-texts.ts';
import { own } from '../../base/own.ts';
import { dayOf } from '../../base/time.ts';
import { nextTurn } from '../../base/turns.ts';
import { type Db, empty, join, planned, type Sql, sql } from '../db.ts';
import { type RangeSums, splitSummed } from '../sums/read.ts';
import type { DomainValue } from '../sums/values.ts';
import { splitDays } from '../time-range.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import { cited, type SourceFilter, valid } from './counted-sources.ts';
import { type CountedDay, firstWholeDay, MOST_ANSWERS } from './newest-days.ts';

/** The number of valid answers in a range. */
export function sampleOf(db: Db, workspaceId: string, filter: SourceFilter): Promise<number> {
  return db.number(sql`select coalesce(sum(valid), 0)::integer from (${validDays(workspaceId, filter)}) days`);
}

/** The valid answers of each day. Whole days of all keywords are read from the totals. */
function validDays(workspaceId: string, filter: SourceFilter): Sql {
  const { platform } = filter;
  const { days, rest } = splitSummed(filter);
  const counts = rest.map(
    (range) => sql`
      select (asked_at at time zone 'UTC')::date as day, count(*) as valid
      from answers
      ${valid(workspaceId, { ...filter, range })}
      group by 1`,
  );
  if (days) {
    counts.push(sql`
      select day, valid
      from workspace_days
      where workspace_id = ${workspaceId}
        and day between ${days.from} and ${days.to}
        ${platform === undefined ? empty : sql`and platform = ${platform}`}`);
  }
  return join(counts, ' union all ');
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
export async function countDomains(
  { domain: wanted }: SourceFilter,
  { stored, rest }: RangeSums,
): Promise<CountedDomain[]> {
  const counts = new Map<string, number>();
  const count = (domain: string, answers: number) => {
    if (wanted === undefined || wanted === domain) counts.set(domain, (counts.get(domain) ?? 0) + answers);
  };
  for (const { domains = '[]' } of stored) {
    await nextTurn();
    const values: (string | number)[] = JSON.parse(domains);
    for (let at = 0; at < values.length; at += 2) count(values[at] as string, values[at + 1] as number);
  }
  for (const { domains } of rest.values()) for (const [domain, { answers }] of domains) count(domain, answers);
  return [...counts]
    .map(([domain, answers]) => ({ domain, answers }))
    .sort((a, b) => b.answers - a.answers || compareTexts(a.domain, b.domain));
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
  asked: { filter: SourceFilter; sums: RangeSums; domains: string[]; brandIds: string[]; answerIds: number },
): Promise<Map<string, DomainDetails>> {
  const { filter, domains, answerIds } = asked;
  const [counts, newest] = await Promise.all([
    sumDomains(db, workspaceId, asked),
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
  return new Map(
    newest.map(({ domain, ...found }) => {
      const platforms: Record<string, number> = {};
      const brands: Record<string, number> = {};
      let competitorMentions = 0;
      for (const [platform, [answers, rivals, mentioned]] of (counts.get(domain) ?? []).sort(byName)) {
        platforms[platform] = (own(platforms, platform) ?? 0) + answers;
        competitorMentions += rivals;
        for (const id of asked.brandIds) {
          const mentions = own(mentioned, id);
          if (mentions !== undefined) brands[id] = (own(brands, id) ?? 0) + mentions;
        }
      }
      return [domain, { ...found, platforms, brands, mentions: brands[OWN_BRAND] ?? 0, competitorMentions }];
    }),
  );
}

/** What is known of each of these domains: by platform, and if sums are stored by day. */
async function sumDomains(
  db: Db,
  workspaceId: string,
  { sums: { stored, rest }, domains }: { sums: RangeSums; domains: string[] },
): Promise<Map<string, [platform: string, DomainValue][]>> {
  const isStored = new Set(stored.map(({ day, platform }) => `${day} ${platform}`));
  const rows = await db.records<{ domain: string; day: string; platforms: string }>(
    planned(sql`select domain, day, platforms
        from day_domains
        where workspace_id = ${workspaceId}
          and day = any(${[...new Set(stored.map(({ day }) => day))]}::date[])
          and domain = any(${domains})`),
  );
  const found = new Map<string, [string, DomainValue][]>(domains.map((domain) => [domain, []]));
  for (const { domain, day, platforms } of rows) {
    const values = Object.entries<DomainValue>(JSON.parse(platforms));
    found.get(domain)?.push(...values.filter(([platform]) => isStored.has(`${day} ${platform}`)));
  }
  for (const [platform, { domains: counts }] of rest) {
    for (const domain of domains) {
      const sum = counts.get(domain);
      if (sum) found.get(domain)?.push([platform, [sum.answers, sum.rivals, sum.brands]]);
    }
  }
  return found;
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return compareTexts(a, b);
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
  return db.records<SourcePoint>(
    planned(sql`select to_char(${last}::date + 1 - (bucket + 1) * ${days}::integer, 'YYYY-MM-DD') as date,
               sum(valid)::integer as sample_size, sum(answers)::integer as answers
        from (
          select (${last}::date - day) / ${days}::integer as bucket, valid, 0 as answers
          from (${validDays(workspaceId, filter)}) asked
          union all
          select (${last}::date - day) / ${days}::integer, 0, answers
          from (${citingDays(workspaceId, filter)}) counted
        ) counts
        group by bucket
        having sum(valid) > 0
        order by bucket desc`),
  );
}

/** The answers of each day that cite a domain: from the sums that are current, and counted on all other days. */
function citingDays(workspaceId: string, filter: SourceFilter & { domain: string }): Sql {
  const { days } = splitSummed(filter);
  const current = sql`
    select day, platform
    from day_sums
    where workspace_id = ${workspaceId}
      and is_current
      and ${days ? sql`day between ${days.from} and ${days.to}` : sql`false`}
      ${filter.platform === undefined ? empty : sql`and platform = ${filter.platform}`}`;
  return sql`
    select d.day, (d.platforms::jsonb -> s.platform ->> 0)::integer as answers
    from (${current}) s
    join day_domains d on d.workspace_id = ${workspaceId} and d.day = s.day
    where d.domain = ${filter.domain}
      and d.platforms::jsonb ? s.platform
    union all
    select day, count(distinct answer_id)
    from (
      select (detected_at at time zone 'UTC')::date as day, platform, answer_id
      from citations
      ${cited(workspaceId, filter)}
    ) c
    where (day, platform) not in (${current})
    group by day`;
}
