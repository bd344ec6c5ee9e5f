import { dayOf } from '../../base/time.ts';
import { type Db, type Sql, sql, type Transaction } from '../db.ts';

/** In the highest bits of a packed count, in this order. */
const OWNERS = ['own', 'competitor', 'other'] as const;
const OWNER_BIT = 28;
const MOST_ANSWERS = 2 ** OWNER_BIT - 1;
const ENTRY_BYTES = 12;

/** Packs rows of `page_key`, `owner` and `answers`. */
export function packPages(rows: Sql): Sql {
  return sql`
    select coalesce(string_agg(int8send(page_key) || int4send(answers | ((array_position(${OWNERS}::text[], owner) - 1) << ${OWNER_BIT}::integer)), '' order by page_key, owner), '')
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
  owner: (typeof OWNERS)[number];
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

/** Adds up packed values. In arrays of numbers: a `Map` would need a new object for each of two million entries. */
export function sumPacked(parts: Buffer[]): PackedSum[] {
  let sums = emptySums(1 << 12);
  for (const { buffer, byteOffset, length } of parts) {
    const view = new DataView(buffer, byteOffset, length);
    for (let at = 0; at < length; at += ENTRY_BYTES) {
      if (sums.used * 2 > sums.size) sums = doubled(sums);
      const packed = view.getInt32(at + 8);
      add(sums, view.getInt32(at), view.getInt32(at + 4), packed >>> OWNER_BIT, packed & MOST_ANSWERS);
    }
  }
  const found: PackedSum[] = [];
  eachSum(sums, (high, low, owner, answers) => {
    const key = BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low >>> 0)).toString();
    found.push({ key, owner: OWNERS[owner] ?? 'other', answers });
  });
  return found;
}

/** A hash table. A place without answers is free. */
interface Sums {
  /** A power of two. */
  size: number;
  used: number;
  /** The halves of the keys. */
  high: Int32Array;
  low: Int32Array;
  owner: Uint8Array;
  answers: Int32Array;
}

function emptySums(size: number): Sums {
  const numbers = () => new Int32Array(size);
  return { size, used: 0, high: numbers(), low: numbers(), owner: new Uint8Array(size), answers: numbers() };
}

function add(sums: Sums, high: number, low: number, owner: number, answers: number): void {
  // A key is a hash already.
  let at = (low ^ owner) & (sums.size - 1);
  while (sums.answers[at] !== 0) {
    if (sums.low[at] === low && sums.high[at] === high && sums.owner[at] === owner) {
      (sums.answers[at] as number) += answers;
      return;
    }
    at = (at + 1) & (sums.size - 1);
  }
  sums.high[at] = high;
  sums.low[at] = low;
  sums.owner[at] = owner;
  sums.answers[at] = answers;
  sums.used++;
}

function doubled(sums: Sums): Sums {
  const larger = emptySums(sums.size * 2);
  eachSum(sums, (high, low, owner, answers) => add(larger, high, low, owner, answers));
  return larger;
}

function eachSum(
  { size, high, low, owner, answers }: Sums,
  use: (high: number, low: number, owner: number, answers: number) => void,
): void {
  for (let at = 0; at < size; at++) {
    const count = answers[at] as number;
    if (count > 0) use(high[at] as number, low[at] as number, owner[at] as number, count);
  }
}
