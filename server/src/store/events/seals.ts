import { type Db, type Sql, sql } from '../db.ts';

/** A link of the chain over a workspace's events. */
export interface Seal {
  seal: number;
  toAt: Date;
  events: number;
  windowsJudged: number;
  previous: string;
  hash: string;
  /** Computed from the stored values. */
  actualHash: string;
  actualRoot: string;
  root: string;
  /** Whether retention has not removed any of its events. */
  isKept: boolean;
  leaves: string | undefined;
}

export interface SealSettings {
  /** How many days events are kept. */
  keepDays: number;
  /** Events become part of a seal this long after they were stored. */
  settleSeconds: number;
}

/** Events are removed after `keepDays`. The lines of a seal are given up this much sooner. */
const MARGIN_HOURS = 2;

/** The same in every session, for any time zone. */
const utc = (column: Sql): Sql => sql`extract(epoch from ${column})::text`;

const hashOf = (text: Sql): Sql => sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

const eventHash = hashOf(sql`concat_ws(chr(10), event_id, type, ${utc(sql`created_at`)}, fact, body, evidence::text)`);

const sealHash = hashOf(
  sql`concat_ws(' ', previous, seal, ${utc(sql`to_at`)}, ${utc(sql`kept_until`)}, events, windows_judged, reading, root)`,
);

/** Workspaces with events or judged windows after their last seal. */
export async function workspacesToSeal(
  db: Db,
  { settleSeconds, everySeconds, limit }: { settleSeconds: number; everySeconds: number; limit: number },
): Promise<string[]> {
  const rows = await db.records<{ workspaceId: string }>(
    sql`select w.workspace_id
        from workspaces w
        left join lateral (
          select s.to_at, s.sealed_at, s.windows_judged
          from event_seals s
          where s.workspace_id = w.workspace_id
          order by s.seal desc
          limit 1
        ) last on true
        where w.windows_judged > coalesce(last.windows_judged, 0)
           or (coalesce(last.sealed_at, '-infinity') <= now() - make_interval(secs => ${everySeconds})
               and exists (
                 select
                 from events e
                 where e.workspace_id = w.workspace_id
                   and e.stored_at > coalesce(last.to_at, '-infinity')
                   and e.stored_at < now() - make_interval(secs => ${settleSeconds})))
        limit ${limit}`,
  );
  return rows.map((row) => row.workspaceId);
}

/**
 * Adds a seal over the next day of events and returns whether there was anything to seal. Publishing takes no lock for
 * it: an event is stored under the start time of its transaction, so once every open transaction is younger, no older
 * event can appear.
 */
export async function sealEvents(
  db: Db,
  workspaceId: string,
  { keepDays, settleSeconds }: SealSettings,
): Promise<boolean> {
  const readings = await readingLeaves(db, workspaceId);
  const oldestOpen = await oldestTransaction(db);
  return db.returnsRows(
    sql`with last as (
          select seal, to_at, hash, reading, windows_judged
          from event_seals
          where workspace_id = ${workspaceId}
          order by seal desc
          limit 1
        ), first as (
          select min(stored_at) as at
          from events
          where workspace_id = ${workspaceId}
            and stored_at > coalesce((select to_at from last), '-infinity')
        ), horizon as (
          select least(
            now() - make_interval(secs => ${settleSeconds}),
            (select at from first) + interval '1 day',
            ${oldestOpen}::timestamptz) as at
        ), leaves as (
          select event_id as id, stored_at, ${eventHash} as hash
          from events
          where workspace_id = ${workspaceId}
            and stored_at > coalesce((select to_at from last), '-infinity')
            and stored_at < (select at from horizon)
          union all
          select r.id, null, r.hash
          from unnest(${readings.map(({ id }) => id)}::text[], ${readings.map(({ hash }) => hash)}::text[],
                      ${readings.map(({ reading }) => reading)}::integer[]) as r (id, hash, reading)
          where r.reading > coalesce((select reading from last), 0)
        ), next as (
          select coalesce((select seal from last), 0) + 1 as seal,
                 coalesce(max(stored_at), (select to_at from last), 'epoch') as to_at,
                 coalesce((select at from first), now())
                   + make_interval(days => ${keepDays}, hours => ${-MARGIN_HOURS}) as kept_until,
                 count(stored_at) as events,
                 count(*) as lines,
                 (select windows_judged from workspaces where workspace_id = ${workspaceId}) as windows_judged,
                 ${Math.max(0, ...readings.map(({ reading }) => reading))}::integer as reading,
                 coalesce(string_agg(id || ' ' || hash, chr(10) order by id), '') as leaves,
                 coalesce((select hash from last), '') as previous
          from leaves
        ), rooted as (
          select *, ${hashOf(sql`leaves`)} as root
          from next
        )
        insert into event_seals (workspace_id, seal, to_at, kept_until, events, windows_judged, reading, root, previous, hash, leaves)
        select ${workspaceId}, seal, to_at, kept_until, events, windows_judged, reading, root, previous, ${sealHash}, leaves
        from rooted
        where windows_judged is not null
          and (lines > 0 or windows_judged > coalesce((select windows_judged from last), 0))
        -- Another worker was faster.
        on conflict (workspace_id, seal) do nothing
        returning seal`,
  );
}

/**
 * When the oldest open transaction started, with microseconds. A statement of its own before the events are read: a
 * transaction that ends between the two is then seen in one of them.
 */
async function oldestTransaction(db: Db): Promise<string | null> {
  const [row] = await db.query<{ at: string | null }>(
    // In the clock of stored_at, which tests shift.
    sql`select (min(xact_start) + (now() - transaction_timestamp()))::text as at
        from pg_stat_activity
        where datname = current_database()
          and backend_type = 'client backend'
          and pid <> pg_backend_pid()`,
  );
  return row?.at ?? null;
}

/** Gives up the lines of seals whose events retention is about to remove. */
export async function forgetLeaves(db: Db): Promise<void> {
  await db.query(sql`update event_seals set leaves = null where leaves is not null and kept_until < now()`);
}

/** The chain in order, with the hashes that its rows should have. */
export function readSeals(db: Db, workspaceId: string): Promise<Seal[]> {
  return db.records<Seal>(
    sql`select seal, to_at, events, windows_judged, previous, hash, root, leaves,
               kept_until > now() as is_kept,
               ${sealHash} as actual_hash,
               ${hashOf(sql`coalesce(leaves, '')`)} as actual_root
        from event_seals
        where workspace_id = ${workspaceId}
        order by seal`,
  );
}

/** The present events of the time that each seal covers, with their hashes. */
export function eventLeaves(db: Db, workspaceId: string): Promise<{ seal: number; id: string; hash: string }[]> {
  return db.records(
    sql`select s.seal, e.event_id as id, ${eventHash} as hash
        from (
          select seal, to_at, coalesce(lag(to_at) over (order by seal), '-infinity') as from_at
          from event_seals
          where workspace_id = ${workspaceId}
        ) s
        join events e
          on e.workspace_id = ${workspaceId}
         and e.stored_at > s.from_at
         and e.stored_at <= s.to_at`,
  );
}

/** How many events were stored after the last seal. */
export function countUnsealed(db: Db, workspaceId: string): Promise<number> {
  return db.number(
    sql`select count(*) as events
        from events
        where workspace_id = ${workspaceId}
          and stored_at > coalesce((select max(to_at) from event_seals where workspace_id = ${workspaceId}), '-infinity')`,
  );
}

/** A separate statement: on a cluster, readings are distributed and events are not. */
export function readingLeaves(db: Db, workspaceId: string): Promise<{ reading: number; id: string; hash: string }[]> {
  return db.records(
    sql`select reading, 'reading_' || reading as id, ${hashOf(sql`concat_ws(' ', reading, analysis, subject)`)} as hash
        from readings
        where workspace_id = ${workspaceId}
        order by reading`,
  );
}
