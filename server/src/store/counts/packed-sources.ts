import { type Db, type Sql, sql, type Transaction } from '../db.ts';

/** In the highest bits of a packed count, in this order. */
const OWNERS = ['own', 'competitor', 'other'];
const OWNER_BIT = 28;
const ENTRY_BYTES = 12;

/** Packs rows of `page_key`, `owner` and `answers`. */
export function packPages(rows: Sql): Sql {
  return sql`
    select coalesce(string_agg(int8send(page_key) || int4send(answers | ((array_position(${OWNERS}::text[], owner) - 1) << ${OWNER_BIT}::integer)), '' order by page_key), '')
    from (${rows}) pages
    where answers > 0`;
}

/** Packs rows of `domain` and `answers`. */
export function packDomains(rows: Sql): Sql {
  return sql`
    select coalesce(string_agg(int8send(hashtextextended(domain, 0)) || int4send(answers), '' order by domain), '')
    from (${rows}) domains
    where answers > 0`;
}

interface PlatformDay {
  workspaceId: string;
  day: string;
  platform: string;
}

/** Both packed values of a day on a platform, from its sums. */
export function packedFrom({ workspaceId, day, platform }: { [name in keyof PlatformDay]: Sql }): {
  pages: Sql;
  domains: Sql;
} {
  const ofDay = sql`workspace_id = ${workspaceId} and day = ${day} and platform = ${platform}`;
  return {
    pages: packPages(sql`select page_key, owner, answers from page_days where ${ofDay}`),
    domains: packDomains(sql`select domain, answers from domain_days where ${ofDay} and brand_id = ''`),
  };
}

/** Packs the days that are over. Returns 0, so that a day to which answers are being imported is packed once per pause. */
export async function packDays(db: Db, signal: AbortSignal): Promise<0> {
  const due = await db.records<PlatformDay>(
    sql`select workspace_id, day, platform
        from packed_sources
        where not is_packed
          and day < (now() at time zone 'UTC')::date
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
  // Whoever changes a sum of this day has locked the row, or waits for it. The next statement reads what is final.
  const [held] = await tx.query(sql`select from packed_sources where ${mine} and not is_packed for update skip locked`);
  if (!held) return;
  const { pages, domains } = packedFrom({
    workspaceId: sql`${workspaceId}`,
    day: sql`${day}::date`,
    platform: sql`${platform}`,
  });
  await tx.query(
    sql`update packed_sources
        set is_packed = true, pages = (${pages}), domains = (${domains})
        where ${mine}`,
  );
}

/** To be run in the transaction that changes the sums of these rows of `day` and `platform`. */
export function unpack(workspaceId: string, rows: Sql): Sql {
  return sql`
    insert into packed_sources as p (workspace_id, day, platform)
    select distinct ${workspaceId}, day, platform
    from (${rows}) changed
    order by 2, 3
    on conflict (workspace_id, day, platform) do update
    set is_packed = false
    where p.is_packed`;
}

export interface PackedSum {
  /** A 64-bit number as text. */
  key: string;
  owner: string;
  answers: number;
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

/** Adds up packed values. In one array of numbers: a `Map` would need a new object for each of two million entries. */
export function sumPacked(parts: Buffer[]): PackedSum[] {
  // Four numbers per sum: both halves of its key, its owner, its answers. Empty: no answers.
  let table = new Int32Array(4 << 12);
  let used = 0;

  function add(high: number, low: number, owner: number, answers: number): void {
    const last = table.length - 4;
    // A key is a hash already.
    let at = ((low ^ owner) << 2) & last;
    while (table[at + 3] !== 0) {
      if (table[at] === high && table[at + 1] === low && table[at + 2] === owner) {
        table[at + 3] = (table[at + 3] as number) + answers;
        return;
      }
      at = (at + 4) & last;
    }
    table.set([high, low, owner, answers], at);
    used++;
    if (used * 8 > table.length) grow();
  }

  function grow(): void {
    const before = table;
    table = new Int32Array(before.length * 2);
    used = 0;
    eachSum(before, add);
  }

  for (const part of parts) {
    for (let at = 0; at < part.length; at += ENTRY_BYTES) {
      const packed = part.readInt32BE(at + 8);
      add(part.readInt32BE(at), part.readInt32BE(at + 4), packed >>> OWNER_BIT, packed & ((1 << OWNER_BIT) - 1));
    }
  }
  const sums: PackedSum[] = [];
  eachSum(table, (high, low, owner, answers) => {
    const key = BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low >>> 0)).toString();
    sums.push({ key, owner: OWNERS[owner] ?? '', answers });
  });
  return sums;
}

function eachSum(table: Int32Array, use: (high: number, low: number, owner: number, answers: number) => void): void {
  for (let at = 0; at < table.length; at += 4) {
    const [high = 0, low = 0, owner = 0, answers = 0] = table.subarray(at, at + 4);
    if (answers > 0) use(high, low, owner, answers);
  }
}
