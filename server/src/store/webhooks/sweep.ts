import { type Db, sql } from '../db.ts';
import { cancel, HELD_DAYS, hold, MOST_HELD } from './delivery-states.ts';

const BATCH = 1_000;

/**
 * Cleans up one batch of deliveries. Each step is small and skips locked rows, so that no claim waits for it. Returns
 * how many rows it moved or deleted. 0: nothing is left to do.
 */
export async function sweepDeliveries(db: Db, { keepDays }: { keepDays: number }): Promise<number> {
  const counts = [
    await holdStragglers(db),
    await cancelHeld(db),
    await findLateOrphans(db),
    await removeOrphans(db),
    await removeOldDeliveries(db, keepDays),
    await removeOldEvents(db, keepDays),
    await removeOldActivity(db, keepDays),
  ];
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Holds pending deliveries of a disabled webhook that disabling it did not hold. */
async function holdStragglers(db: Db): Promise<number> {
  return affected(
    db,
    sql`update deliveries
        set ${hold}
        where delivery_id = any(array(
          select d.delivery_id
          from webhook_lanes l
          cross join lateral (
            select x.delivery_id
            from deliveries x
            where x.webhook_id = l.webhook_id
              and x.status = 'pending'
              and x.leased_at is null
            order by x.next_attempt_at
            limit ${BATCH}
            for update skip locked
          ) d
          where l.paused_until = 'infinity'
          limit ${BATCH}
          -- Skips a webhook that is being enabled.
          for update of l skip locked))
        returning delivery_id`,
  );
}

/**
 * A disabled webhook keeps its deliveries for a week, up to a maximum. The oldest are cancelled and stay in the log.
 * Lanes are locked first, as in every change to held deliveries: otherwise this and enabling could deadlock.
 */
async function cancelHeld(db: Db): Promise<number> {
  return affected(
    db,
    sql`update deliveries
        set ${cancel}
        where status = 'held'
          and (delivery_id = any(array(
            select d.delivery_id
            from webhook_lanes l
            cross join lateral (
              select x.delivery_id
              from deliveries x
              where x.webhook_id = l.webhook_id
                and x.status = 'held'
                and x.held_at < now() - make_interval(days => ${HELD_DAYS})
              limit ${BATCH}
            ) d
            where l.paused_until = 'infinity'
            limit ${BATCH}
            for update of l skip locked))
           or delivery_id = any(array(
            select d.delivery_id
            from webhook_lanes l
            cross join lateral (
              select x.delivery_id
              from deliveries x
              where x.webhook_id = l.webhook_id
                and x.status = 'held'
              order by x.held_at desc
              offset ${MOST_HELD}
              limit ${BATCH}
            ) d
            where l.paused_until = 'infinity'
            limit ${BATCH}
            for update of l skip locked)))
        returning delivery_id`,
  );
}

/** Deliveries that were committed after their webhook was deleted: their marks have no lane. */
async function findLateOrphans(db: Db): Promise<number> {
  return affected(
    db,
    sql`with late as (
          delete from lane_wakeups m
          where not exists (select from webhook_lanes l where l.webhook_id = m.webhook_id)
          returning m.webhook_id
        )
        insert into webhook_removals (webhook_id)
        select distinct webhook_id
        from late
        on conflict (webhook_id) do update set removed_at = excluded.removed_at
        returning webhook_id`,
  );
}

/** The log of deleted webhooks, one webhook at a time. */
async function removeOrphans(db: Db): Promise<number> {
  // Checked first: without a deleted webhook, the statement below read a whole log of 10 M deliveries to find nothing.
  const [removal] = await db.records<{ webhookId: string; removedAt: string }>(
    sql`select webhook_id, removed_at::text
        from webhook_removals
        order by removed_at
        limit 1`,
  );
  if (!removal) return 0;
  return affected(
    db,
    sql`with rows as (
          delete from deliveries
          where delivery_id = any(array(
            select d.delivery_id
            from deliveries d
            where d.webhook_id = ${removal.webhookId}
            order by d.created_at
            limit ${BATCH}
            for update skip locked))
          returning delivery_id
        ), finished as (
          delete from webhook_removals
          where webhook_id = ${removal.webhookId}
            -- Another time means that another process has just found a late delivery.
            and removed_at = ${removal.removedAt}::timestamptz
            and not exists (select from deliveries d where d.webhook_id = ${removal.webhookId})
          returning webhook_id
        )
        select from rows
        union all
        select from finished`,
  );
}

/** Finished deliveries with their attempts. A queued delivery is never too old. */
async function removeOldDeliveries(db: Db, keepDays: number): Promise<number> {
  return affected(
    db,
    sql`delete from deliveries
        where delivery_id = any(array(
          select delivery_id
          from deliveries
          where created_at < now() - make_interval(days => ${keepDays})
            and status in ('succeeded', 'failed', 'cancelled')
          order by created_at
          limit ${BATCH}
          for update skip locked))
        returning delivery_id`,
  );
}

/** Events without deliveries. */
async function removeOldEvents(db: Db, keepDays: number): Promise<number> {
  return affected(
    db,
    sql`delete from events
        where event_id = any(array(
          select e.event_id
          from events e
          where e.stored_at < now() - make_interval(days => ${keepDays})
            and not exists (select from deliveries d where d.event_id = e.event_id and d.trigger = 'event')
            and not exists (
              select from deliveries d where d.event_id = e.event_id and d.trigger in ('replay', 'retry'))
          order by e.stored_at
          limit ${BATCH}
          for update skip locked))
        returning event_id`,
  );
}

async function removeOldActivity(db: Db, keepDays: number): Promise<number> {
  return affected(
    db,
    sql`delete from activity
        where activity_id = any(array(
          select activity_id
          from activity
          where stored_at < now() - make_interval(days => ${keepDays})
          order by stored_at
          limit ${BATCH}))
        returning activity_id`,
  );
}

async function affected(db: Db, statement: Parameters<Db['query']>[0]): Promise<number> {
  return (await db.query(statement)).length;
}
