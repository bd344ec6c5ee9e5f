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

/** Wakes the workers when the transaction commits, once per transaction. */
export async function wakeDeliverers(tx: Transaction): Promise<void> {
  await tx.query(sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`);
}
