import type { EventType } from '@visibility/sdk';
import { makeId } from '../../base/id.ts';
import { type Db, sql, type Transaction } from '../db.ts';
import type { WebhookKey } from './deliveries.ts';
import { wakeUnlessAwake } from './lanes.ts';

export interface ReplayRange {
  since: Date;
  until: Date | undefined;
  types: EventType[];
}

/** The events of a range, oldest first. If there are more than the limit, one more is returned. */
export async function eventsToReplay(
  db: Db | Transaction,
  workspaceId: string,
  { range: { since, until, types }, limit }: { range: ReplayRange; limit: number },
): Promise<EventKey[]> {
  return db.records<EventKey>(
    sql`select event_id, type
        from events
        where workspace_id = ${workspaceId}
          and created_at >= ${since}
          and created_at < coalesce(${until ?? null}::timestamptz, 'infinity')
          and type = any(${types})
        order by created_at, event_id
        limit ${limit + 1}
        -- The sweep skips events that are about to be sent again.
        for key share`,
  );
}

/** Whether an event still exists. The sweep skips it until the commit. */
export function keepEvent(tx: Transaction, workspaceId: string, eventId: string): Promise<boolean> {
  return tx.returnsRows(
    sql`select
        from events
        where workspace_id = ${workspaceId}
          and event_id = ${eventId}
        for key share`,
  );
}

export interface EventKey {
  eventId: string;
  type: EventType;
}

/** Makes a pending delivery due. The webhook's lane must be locked. False if it is being sent. */
export async function attemptNow(
  tx: Transaction,
  { workspaceId, webhookId }: WebhookKey,
  deliveryId: string,
): Promise<boolean> {
  const rows = await tx.query(
    sql`update deliveries
        set next_attempt_at = now()
        where workspace_id = ${workspaceId}
          and webhook_id = ${webhookId}
          and delivery_id = ${deliveryId}
          and status = 'pending'
          and leased_at is null
        returning delivery_id`,
  );
  if (rows.length === 0) return false;
  await tx.query(sql`insert into lane_wakeups (webhook_id) values (${webhookId})`);
  await tx.query(sql`select ${wakeUnlessAwake}`);
  return true;
}

/**
 * Queues events again, as new deliveries with the same ids and bytes. The webhook's lane must be locked. Returns their
 * ids.
 */
export async function queueAgain(
  tx: Transaction,
  { workspaceId, webhookId }: WebhookKey,
  { events, epoch, trigger }: { events: EventKey[]; epoch: number; trigger: 'replay' | 'retry' },
): Promise<string[]> {
  const deliveryIds = events.map(() => makeId('dlv'));
  await tx.query(
    sql`with queued as (
          insert into deliveries (workspace_id, webhook_id, epoch, trigger, next_attempt_at, delivery_id, event_id, type)
          select ${workspaceId}, ${webhookId}, ${epoch}, ${trigger}, now(), d.*
          from unnest(${deliveryIds}::text[], ${events.map((event) => event.eventId)}::text[],
                      ${events.map((event) => event.type)}::text[]) as d
        ), marked as (
          insert into lane_wakeups (webhook_id) values (${webhookId})
        )
        select ${wakeUnlessAwake}`,
  );
  return deliveryIds;
}
