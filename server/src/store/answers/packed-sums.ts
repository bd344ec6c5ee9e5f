import { packDomains, packPages } from '../counts/packed-sources.ts';
import { EVERY_ANSWER } from '../counts/source-sums.ts';
import { type PackedSum, sumPacked } from '../counts/sum-packed.ts';
import { type Db, empty, planned, raw, type Sql, sql } from '../db.ts';
import { splitDays } from '../time-range.ts';
import { countedDomains, pageCounts, type RestFilter, type SourceFilter } from './counted-sources.ts';

/**
 * The sums of all cited pages, also of other owners and domains than the filter's. Undefined if they are read sooner one
 * by one. With a text that is read in the same statement.
 */
export async function packedPages(
  db: Db,
  workspaceId: string,
  { filter, names = sql`''` }: { filter: SourceFilter; names?: Sql },
): Promise<{ sums: PackedSum[]; names: string } | undefined> {
  const rows = await readPacked(db, workspaceId, {
    filter,
    column: 'pages',
    pack: (rest) =>
      packPages(sql`select page_key, owner, citations as answers from (${pageCounts(workspaceId, rest)}) counts`),
    names,
  });
  const sums = rows && (await sumPacked(rows.map(({ packed }) => packed)));
  return sums && { sums, names: rows.map((row) => row.names).join('') };
}

/** The same for domains. */
export async function packedDomains(
  db: Db,
  workspaceId: string,
  filter: SourceFilter,
): Promise<{ domain: string; answers: number }[] | undefined> {
  const rows = await readPacked(db, workspaceId, {
    filter,
    column: 'domains',
    pack: (rest) =>
      packDomains(sql`
        select domain, sum(answers)::integer as answers
        from (${countedDomains(workspaceId, rest, [EVERY_ANSWER])}) counted
        group by domain`),
    // A line per domain.
    names: sql`
      coalesce((
        select string_agg(hashtextextended(domain, 0) || ' ' || domain, chr(10))
        from (${everyDomain(workspaceId)}) d
      ), '')`,
  });
  const lines = rows?.flatMap(({ names }) => names.split('\n'));
  const nameOf = new Map(lines?.map((line) => line.split(' ') as [string, string]));
  const sums = rows && (await sumPacked(rows.map(({ packed }) => packed)));
  return sums?.map(({ key, answers }) => ({ domain: nameOf.get(key) ?? '', answers }));
}

/** One step in the index per domain. */
function everyDomain(workspaceId: string): Sql {
  const next = (after: Sql) => sql`
    select domain
    from cited_pages
    where workspace_id = ${workspaceId} ${after}
    order by domain
    limit 1`;
  return sql`
    with recursive domains as (
      (${next(empty)})
      union all
      select n.domain
      from domains d
      cross join lateral (${next(sql`and domain > d.domain`)}) n
    )
    select domain
    from domains`;
}

interface Packed {
  filter: SourceFilter;
  column: 'pages' | 'domains';
  /** Packs what is not packed. */
  pack: (rest: RestFilter) => Sql;
  names: Sql;
}

/** The days and platforms of a range with packed sums, and those without. No days: nothing is packed for this filter. */
export function packedDays(workspaceId: string, { keywordId, platform, range }: SourceFilter) {
  const days = keywordId === undefined ? splitDays(range).days : undefined;
  const from = sql`
    from packed_sources
    where workspace_id = ${workspaceId}
      and ${days ? sql`day between ${days.from} and ${days.to}` : sql`false`}
      ${platform === undefined ? empty : sql`and platform = ${platform}`}`;
  return {
    days,
    from,
    packed: sql`select day, platform ${from} and is_packed`,
    unpacked: sql`select day, platform ${from} and not is_packed`,
  };
}

/** The packed days of a range, and one value with all else. */
async function readPacked(
  db: Db,
  workspaceId: string,
  { filter, column, pack, names }: Packed,
): Promise<{ packed: string; names: string }[] | undefined> {
  const { days, from, unpacked } = packedDays(workspaceId, filter);
  if (!days || filter.domain !== undefined || filter.page !== undefined) return undefined;
  return db.query<{ packed: string; names: string }>(
    planned(sql`select ${raw(column)} as packed, '' as names ${from} and is_packed
        union all
        select (${pack({ ...filter, unpacked })}), ${names}`),
  );
}
