import { type Db, sql } from '../db.ts';

/** A worker that was silent for this long has crashed. */
export const SILENCE_SECONDS = 8;
// A worker whose own beat is older than this does not judge others.
const LATE_SECONDS = 4;

/**
 * Reports that this worker is alive. A worker that missed its own beats gives the others time for theirs before it
 * judges them. All times are the database's, so a jump of its clock looks like a missed beat too.
 */
export async function beat(db: Db, workerId: string): Promise<void> {
  await db.quick.query(
    sql`with gone as (
          delete from delivery_workers
          where beat_at < now() - interval '1 minute'
            and worker_id <> ${workerId}
        )
        insert into delivery_workers as w (worker_id, judges_from)
        values (${workerId}, now() + make_interval(secs => ${LATE_SECONDS}))
        on conflict (worker_id) do update
        set beat_at = now(),
            judges_from = case when w.beat_at < now() - make_interval(secs => ${LATE_SECONDS})
                               then now() + make_interval(secs => ${SILENCE_SECONDS})
                               else w.judges_from end`,
  );
}

/** Removes a worker that has stopped. */
export async function removeWorker(db: Db, workerId: string): Promise<void> {
  await db.query(sql`delete from delivery_workers where worker_id = ${workerId}`);
}

/** An attempt in progress whose worker is silent. */
export const hasNoWorker = sql`
  leased_at < now() - make_interval(secs => ${SILENCE_SECONDS})
  and not exists (
    select
    from delivery_workers w
    where w.worker_id = deliveries.worker_id
      and w.beat_at > now() - make_interval(secs => ${SILENCE_SECONDS}))`;

export interface AbandonedDelivery {
  deliveryId: string;
  webhookId: string;
  leaseToken: string;
  attempt: number;
  leasedAt: Date;
  /** How many attempts before it ended the same way, in a row. */
  unknowns: number;
}

/** Deliveries of crashed workers. None if the worker that asks may not judge. */
export function abandonedDeliveries(
  db: Db,
  { workerId, limit }: { workerId: string; limit: number },
): Promise<AbandonedDelivery[]> {
  return db.records<AbandonedDelivery>(
    sql`select delivery_id, webhook_id, lease_token, attempt_count as attempt, leased_at, unknowns
        from deliveries
        where ${hasNoWorker}
          and exists (
            select
            from delivery_workers me
            where me.worker_id = ${workerId}
              and me.beat_at > now() - make_interval(secs => ${LATE_SECONDS})
              and me.judges_from <= now())
        order by leased_at
        limit ${limit}`,
  );
}
