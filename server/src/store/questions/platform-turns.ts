import { type Db, sql } from '../db.ts';

/**
 * Takes the next turn of an account at a platform. Returns how long to wait for it, or undefined during a pause that is
 * too long to wait for.
 */
export async function takeTurn(
  db: Db,
  laneHash: string,
  { apartMs, longestWaitMs }: { apartMs: number; longestWaitMs: number },
): Promise<number | undefined> {
  const [row] = await db.quick.query<{ waitMs: number }>(
    sql`insert into platform_turns as t (lane_hash, next_at)
        values (${laneHash}, now() + ${apartMs}::float8 * interval '1 millisecond')
        on conflict (lane_hash) do update
        set next_at = greatest(t.next_at, t.resting_until, now()) + ${apartMs}::float8 * interval '1 millisecond'
        where t.resting_until < now() + ${longestWaitMs}::float8 * interval '1 millisecond'
        returning extract(epoch from next_at - now())::float8 * 1000 - ${apartMs}::float8 as "waitMs"`,
  );
  return row && Math.max(0, row.waitMs);
}

/** Pauses an account at a platform for all processes. Forgets accounts that were not used for a day. */
export async function restLane(db: Db, laneHash: string, ms: number): Promise<void> {
  await db.quick.query(
    sql`with gone as (
          delete from platform_turns
          where next_at < now() - interval '1 day'
            and resting_until < now()
            and lane_hash <> ${laneHash}
        )
        insert into platform_turns as t (lane_hash, next_at, resting_until)
        values (${laneHash}, now(), now() + ${ms}::float8 * interval '1 millisecond')
        on conflict (lane_hash) do update
        set resting_until = greatest(t.resting_until, excluded.resting_until)`,
  );
}
