import { dayOf } from '../../base/time.ts';
import { type Db, empty, type Sql, sql, type Transaction } from '../db.ts';
import { OWNER_BIT, OWNERS } from './sum-packed.ts';

/** Packs rows of `page_key`, `owner` and `answers`. */
export function packPages(rows: Sql): Sql {
  return sql`
    select ${asText(sql`int8send(page_key) || int4send(answers | ((array_position(${OWNERS}::text[], owner) - 1) << ${OWNER_BIT}::integer))`, sql`page_key, owner`)}
    from (${rows}) pages
    where answers > 0`;
}

/** Packs rows of `domain` and `answers`. */
export function packDomains(rows: Sql): Sql {
  return sql`
    select ${asText(sql`int8send(hashtextextended(domain, 0)) || int4send(answers)`, sql`domain`)}
    from (${rows}) domains
    where answers > 0`;
}

/** All entries as Base64: PostgreSQL would convert bytes to text for each read. */
function asText(entry: Sql, order: Sql): Sql {
  return sql`translate(encode(coalesce(string_agg(${entry}, '' order by ${order}), ''), 'base64'), chr(10), '')`;
}

interface PlatformDay {
  workspaceId: string;
  day: string;
  platform: string;
}

/** Both packed values of a day on a platform, from its sums. */
function packedFrom({ workspaceId, day, platform }: { [name in keyof PlatformDay]: Sql }): {
  pages: Sql;
  domains: Sql;
} {
  const ofDay = sql`workspace_id = ${workspaceId} and day = ${day} and platform = ${platform}`;
  return {
    pages: packPages(sql`select page_key, owner, answers from page_days where ${ofDay}`),
    domains: packDomains(sql`select domain, answers from domain_days where ${ofDay} and brand_id = ''`),
  };
}

/** Packs the days that are over. Returns 0, so that its loop waits: a day that is being imported is packed once an hour. */
export async function packSources(db: Db, signal: AbortSignal): Promise<0> {
  const due = await db.records<PlatformDay>(
    sql`select workspace_id, day, platform
        from packed_sources
        where not is_packed
          and day < ${dayOf(new Date())}::date
        order by day desc`,
  );
  for (const one of due) {
    if (signal.aborted) break;
    await db.transaction((tx) => packDay(tx, one));
  }
  return 0;
}

async function packDay(tx: Transaction, { workspaceId, day, platform }: PlatformDay): Promise<void> {
  const mine = sql`workspace_id = ${workspaceId} and day = ${day} and platform = ${platform}`;
  // A transaction that changes a sum of this day locks the row before it ends, so the next statement sees its changes,
  // or it waits and unpacks the day again.
  const [held] = await tx.query(sql`select from packed_sources where ${mine} and not is_packed for update`);
  if (!held) return;
  const { pages, domains } = packedFrom({
    workspaceId: sql`${workspaceId}`,
    day: sql`${day}::date`,
    platform: sql`${platform}`,
  });
  await packBrands(tx, workspaceId, mine);
  await tx.query(
    sql`update packed_sources
        set is_packed = true, pages = (${pages}), domains = (${domains})
        where ${mine}`,
  );
}

const PACKED_BRANDS = sql`
  coalesce(string_agg(brand_id || ' ' || answers, ' ' order by brand_id) filter (where brand_id <> '' and answers > 0), '')`;

async function packBrands(tx: Transaction, workspaceId: string, mine: Sql): Promise<void> {
  await tx.query(
    sql`update domain_days d
        set brands = b.brands
        from (
          select domain, ${PACKED_BRANDS} as brands
          from domain_days
          where ${mine}
            and brand_id = any(${await knownBrands(tx, workspaceId)})
          group by domain
        ) b
        where ${mine}
          and d.brand_id = ''
          and d.domain = b.domain
          and d.brands is distinct from b.brands`,
  );
}

/** Brands with sums. One step in the index per brand: without them, all rows of the workspace would be read for a day. */
async function knownBrands(tx: Transaction, workspaceId: string): Promise<string[]> {
  const next = (after: Sql) => sql`
    select min(brand_id)
    from domain_days
    where workspace_id = ${workspaceId} ${after}`;
  const rows = await tx.query<{ brandId: string }>(
    sql`with recursive brands as (
          select (${next(empty)}) as brand_id
          union all
          select (${next(sql`and brand_id > b.brand_id`)})
          from brands b
          where b.brand_id is not null
        )
        select brand_id as "brandId"
        from brands
        where brand_id is not null`,
  );
  return rows.map(({ brandId }) => brandId);
}

/** To be run in the transaction that changes the sums of these rows of `day` and `platform`. */
export function unpackSources(workspaceId: string, rows: Sql): Sql {
  return sql`
    insert into packed_sources as p (workspace_id, day, platform)
    select distinct ${workspaceId}, day, platform
    from (${rows}) changed
    order by 2, 3
    on conflict (workspace_id, day, platform) do update
    set is_packed = false
    where p.is_packed`;
}

/** Days and platforms whose packed values differ from their sums, or whose sums are not read because a row is missing. */
export async function wrongPacks(db: Db, workspaceId: string): Promise<string[]> {
  const { pages, domains } = packedFrom({
    workspaceId: sql`${workspaceId}`,
    day: sql`s.day`,
    platform: sql`s.platform`,
  });
  const rows = await db.query<{ name: string }>(
    sql`select concat_ws(' ', s.day, s.platform) as name
        from packed_sources s
        where s.workspace_id = ${workspaceId}
          and s.is_packed
          and (s.pages <> (${pages}) or s.domains <> (${domains}))
        union
        select concat_ws(' ', d.day, d.platform)
        from (
          select day, platform, max(brands) as stored, ${PACKED_BRANDS} as recomputed
          from domain_days
          where workspace_id = ${workspaceId}
          group by day, platform, domain
        ) d
        join packed_sources s on s.workspace_id = ${workspaceId} and s.day = d.day and s.platform = d.platform
        where s.is_packed
          and d.stored is distinct from d.recomputed
        union
        select concat_ws(' ', p.day, p.platform)
        from page_days p
        where p.workspace_id = ${workspaceId}
          and not exists (
            select
            from packed_sources s
            where s.workspace_id = ${workspaceId}
              and s.day = p.day
              and s.platform = p.platform
          )
        order by 1`,
  );
  return rows.map(({ name }) => name);
}
