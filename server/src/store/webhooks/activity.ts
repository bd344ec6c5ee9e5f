import type { EventType } from '@visibility/sdk';
import { type Db, sql } from '../db.ts';
import type { Delivery } from './deliveries.ts';

/** A webhook's recent results, for the list of webhooks. */
export interface WebhookActivity {
  webhookId: string;
  /** In the last 24 hours, without tests: how many deliveries had an attempt, and how many of those succeeded. */
  triedLastDay: number;
  succeededLastDay: number;
  pending: number;
  held: number;
  lastDeliveryAt: Date | undefined;
  lastDeliveryStatus: Delivery['status'] | undefined;
  /** During a secret rotation: until when the old secret also signs. */
  oldSecretUntil: Date | undefined;
}

/** All webhooks of a workspace in one statement, because the dashboard polls every few seconds. */
export function listWebhookActivity(db: Db, workspaceId: string): Promise<WebhookActivity[]> {
  return db.records<WebhookActivity>(
    sql`select w.webhook_id, day.tried_last_day, day.succeeded_last_day, waiting.pending, waiting.held,
               last.created_at as last_delivery_at, last.status as last_delivery_status,
               case when w.grace_until > now() then w.grace_until end as old_secret_until
        from webhooks w
        cross join lateral (
          select count(*) filter (where d.attempt_count > 0)::integer as tried_last_day,
                 count(*) filter (where d.status = 'succeeded')::integer as succeeded_last_day
          from deliveries d
          where d.workspace_id = w.workspace_id
            and d.webhook_id = w.webhook_id
            and d.created_at >= now() - interval '1 day'
            and d.trigger <> 'test'
        ) day
        cross join lateral (
          select count(*) filter (where d.status = 'pending')::integer as pending,
                 count(*) filter (where d.status = 'held')::integer as held
          from deliveries d
          where d.workspace_id = w.workspace_id
            and d.webhook_id = w.webhook_id
            and d.status in ('pending', 'held')
        ) waiting
        left join lateral (
          select d.created_at, d.status
          from deliveries d
          where d.workspace_id = w.workspace_id
            and d.webhook_id = w.webhook_id
          order by d.created_at desc, d.delivery_id desc
          limit 1
        ) last on true
        where w.workspace_id = ${workspaceId}
        order by w.created_at, w.webhook_id`,
  );
}

/** How many events a replay of this range would send. */
export function countReplay(
  db: Db,
  workspaceId: string,
  { since, until, types }: { since: Date; until: Date | undefined; types: EventType[] },
): Promise<number> {
  return db.number(
    sql`select count(*)::integer as events
        from events
        where workspace_id = ${workspaceId}
          and created_at >= ${since}
          and created_at < coalesce(${until ?? null}::timestamptz, 'infinity')
          and type = any(${types})`,
  );
}
