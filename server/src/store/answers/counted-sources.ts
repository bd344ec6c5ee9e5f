import { domainsIn, EVERY_ANSWER, pagesIn } from '../counts/source-sums.ts';
import { empty, join, type Sql, sql } from '../db.ts';
import { daysOf, splitDays, type TimeRange } from '../time-range.ts';
import type { PageOwner } from './citations.ts';

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

/** Without the sums that are packed: those of the days and platforms in `unpacked` only. */
export interface RestFilter extends SourceFilter {
  unpacked?: Sql;
}

/** The number of answers that cite each page, by its owner. */
export function pageCounts(workspaceId: string, filter: RestFilter): Sql {
  const { platform, domain, domains, page, owner, unpacked } = filter;
  const counted = summed(filter, {
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

/** Rows of `domain_days` with these brands. */
export function countedDomains(workspaceId: string, filter: RestFilter, brandIds: string[]): Sql {
  const { domain, domains = domain === undefined ? undefined : [domain], platform, unpacked } = filter;
  const ofDomains = domains === undefined ? empty : sql`and domain = any(${domains})`;
  const hasBrands = brandIds.some((id) => id !== EVERY_ANSWER);
  return summed(filter, {
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

interface Summed {
  /** Reads sums of whole days of all keywords. */
  sums: (days: string[]) => Sql;
  /** Counts what is stored where this condition on `detected_at` holds. */
  count: (which: Sql) => Sql;
}

/** The sums of a range, and counts for its parts without sums. Sums are not kept per keyword. */
export function summed(filter: SourceFilter, { sums, count }: Summed): Sql {
  const countIn = ({ since, until }: TimeRange) =>
    count(sql`detected_at >= ${since}::timestamptz and detected_at < ${until}::timestamptz`);
  if (filter.keywordId !== undefined) return countIn(filter.range);
  const { days, rest } = splitDays(filter.range);
  const parts = rest.map(countIn);
  if (days) parts.push(sums(daysOf(days)));
  return join(parts, ' union all ');
}

export function valid(workspaceId: string, filter: SourceFilter): Sql {
  return sql`
    where workspace_id = ${workspaceId}
      and asked_at >= ${filter.range.since}
      and asked_at < ${filter.range.until}
      and status = 'valid'
      ${matching(filter)}`;
}

export function cited(workspaceId: string, filter: SourceFilter): Sql {
  return sql`
    where workspace_id = ${workspaceId}
      and kind = 'cited'
      and detected_at >= ${filter.range.since}
      and detected_at < ${filter.range.until}
      ${ofPages(filter)}`;
}

export function ofPages(filter: SourceFilter): Sql {
  return sql`
    ${filter.owner === undefined ? empty : sql`and owner = ${filter.owner}`}
    ${filter.domain === undefined ? empty : sql`and domain = ${filter.domain}`}
    ${filter.domains === undefined ? empty : sql`and domain = any(${filter.domains})`}
    ${filter.page === undefined ? empty : sql`and page_key = hashtextextended(${filter.page}, 0)`}
    ${matching(filter)}`;
}

export function matching({ keywordId, platform }: SourceFilter): Sql {
  return sql`
    ${keywordId === undefined ? empty : sql`and keyword_id = ${keywordId}`}
    ${platform === undefined ? empty : sql`and platform = ${platform}`}`;
}
