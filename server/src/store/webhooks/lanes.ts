import { sql, type Transaction } from '../db.ts';

/**
 * Takes the lanes of these webhooks for the rest of the transaction, in one order for everybody, so that nobody waits
 * in a circle. Whoever changes a webhook's state or queue takes its lane first and touches the rest after.
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

/** The channel on which workers hear that something is due. */
export const DELIVERIES_CHANNEL = 'deliveries';

/** Wakes the workers when the transaction commits, once however often it is called there. */
export async function wakeDeliverers(tx: Transaction): Promise<void> {
  await tx.query(sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`);
}
