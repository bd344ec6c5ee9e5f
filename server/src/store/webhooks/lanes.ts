import { sql, type Transaction } from '../db.ts';

/**
 * Locks the lanes of these webhooks until the transaction ends, always in the same order, so that transactions cannot
 * deadlock. Every change to a webhook's state or queue locks its lane first.
 */
export async function lockLanes(tx: Transaction, webhookIds: string[]): Promise<void> {
  await tx.query(
    sql`select
        from webhook_lanes
        where webhook_id = any(${webhookIds})
        order by webhook_id
        for update`,
  );
}

/** The channel that notifies workers of due deliveries. */
export const DELIVERIES_CHANNEL = 'deliveries';

/**
 * Wakes the workers when the transaction commits, unless one is awake and will look soon anyway. Commits with a
 * notification wait for each other.
 */
export const wakeUnlessAwake = sql`case
  when not exists (select from delivery_workers where awake_until > clock_timestamp())
  then pg_notify(${DELIVERIES_CHANNEL}, '') end`;
