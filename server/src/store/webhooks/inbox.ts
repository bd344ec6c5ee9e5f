import type { EventType } from '@visibility/sdk';
import { type Db, empty, type Sql, sql } from '../db.ts';
import { limitTo, type Page } from '../pages.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';

/** How many requests the inbox of a webhook keeps. */
export const MOST_RECEIVED = 1_000;

export interface Received {
  sequence: number;
  deliveryId: string;
  eventId: string;
  type: EventType;
  attempt: number;
  receivedAt: Date;
  headers: Record<string, string>;
  body: string;
}

/**
 * Stores a request to the inbox and removes the oldest ones. The lock on the webhook makes numbers visible in their
 * order, so that a reader who asks for what follows a number misses nothing.
 */
export async function insertReceived(
  db: Db,
  { webhookId, deliveryId, eventId, type, attempt }: ClaimedDelivery,
  { headers, body }: Pick<Received, 'headers' | 'body'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const owner = sql`select from webhooks where webhook_id = ${webhookId} for no key update`;
    if ((await tx.query(owner)).length === 0) return;
    await tx.query(
      sql`insert into webhook_inbox (webhook_id, sequence, delivery_id, event_id, type, attempt, headers, body)
          select ${webhookId}, coalesce(max(sequence), 0) + 1, ${deliveryId}, ${eventId}, ${type}, ${attempt},
                 ${JSON.stringify(headers)}::jsonb, ${body}
          from webhook_inbox
          where webhook_id = ${webhookId}`,
    );
    await tx.query(
      sql`delete from webhook_inbox
          where webhook_id = ${webhookId}
            and sequence <= (select max(sequence) from webhook_inbox where webhook_id = ${webhookId}) - ${MOST_RECEIVED}`,
    );
  });
}

/** One page of received requests: newest first, or oldest first after a number. */
export async function listReceived(
  db: Db,
  webhookId: string,
  { after, page }: { after: number | undefined; page: Page },
): Promise<{ received: Received[]; total: number }> {
  const where: Sql = sql`
    where webhook_id = ${webhookId}
      ${after === undefined ? empty : sql`and sequence > ${after}`}`;
  const received = await db.records<Received>(
    sql`select sequence, delivery_id, event_id, type, attempt, received_at, headers, body
        from webhook_inbox
        ${where}
        order by sequence ${after === undefined ? sql`desc` : empty}
        ${limitTo(page)}`,
  );
  const [count] = await db.query<{ total: number }>(sql`select count(*) as total from webhook_inbox ${where}`);
  return { received, total: count?.total ?? 0 };
}
