import type { Webhook } from '@visibility/sdk';
import { sql, type Transaction } from '../db.ts';
import { cancel, hold, LANE_LIMIT, MOST_HELD, release } from './delivery-states.ts';

export type DisabledReason = NonNullable<Webhook['disabled_reason']>;

/**
 * Disables a webhook and holds its queued deliveries. Its lane must be locked. The epoch prevents attempts that started
 * before the webhook was enabled again from disabling it. Returns a result only if this call disabled it.
 */
export async function disableWebhook(
  tx: Transaction,
  { webhookId, epoch, reason }: { webhookId: string; epoch: number; reason: DisabledReason },
): Promise<{ url: string; workspaceId: string; accountId: string } | undefined> {
  const [webhook] = await tx.records<{ url: string; workspaceId: string; accountId: string }>(
    sql`update webhooks w
        set status = 'disabled',
            disabled_at = now(),
            disabled_reason = ${reason},
            updated_at = greatest(w.updated_at, now())
        from workspaces s
        where w.webhook_id = ${webhookId}
          and w.epoch = ${epoch}
          and w.status = 'enabled'
          and s.workspace_id = w.workspace_id
        returning w.url, w.workspace_id, s.account_id`,
  );
  if (!webhook) return undefined;
  // At most as many as may be held, so that a flooded webhook is disabled as fast as any other.
  await tx.query(
    sql`update deliveries
        set ${hold}
        where delivery_id = any(array(
          select delivery_id
          from deliveries
          where webhook_id = ${webhookId}
            and status = 'pending'
            and leased_at is null
          order by next_attempt_at
          limit ${MOST_HELD}))`,
  );
  await tx.query(
    sql`update webhook_lanes
        set paused_until = 'infinity',
            next_due_at = 'infinity'
        where webhook_id = ${webhookId}`,
  );
  return webhook;
}

/**
 * Enables a disabled webhook under a new epoch. Its lane must be locked. Held deliveries are sent or cancelled, as
 * requested. Each starts over with six attempts: a receiver that still fails disables the webhook again, with an email,
 * instead of failing deliveries one by one without notice.
 */
export async function enableWebhook(tx: Transaction, webhookId: string, held: 'deliver' | 'cancel'): Promise<void> {
  const [webhook] = await tx.query<{ epoch: number }>(
    sql`update webhooks
        set status = 'enabled',
            epoch = epoch + 1,
            disabled_at = null,
            disabled_reason = null,
            warned_at = null,
            updated_at = greatest(updated_at, now())
        where webhook_id = ${webhookId}
          and status = 'disabled'
        returning epoch`,
  );
  if (!webhook) return;
  // Still pending deliveries are those that neither disabling nor the sweep has held yet.
  await tx.query(
    sql`update deliveries
        set ${held === 'deliver' ? release(webhook.epoch) : cancel}
        where webhook_id = ${webhookId}
          and (status = 'held' or status = 'pending' and leased_at is null)`,
  );
  await tx.query(
    sql`update webhook_lanes
        set paused_until = null,
            next_due_at = now(),
            epoch = ${webhook.epoch},
            cap = ${LANE_LIMIT}
        where webhook_id = ${webhookId}`,
  );
}

/**
 * Records a warning to the owner, unless there was one within the last day. Many deliveries fail together, and within a
 * day of the first warning the webhook either works again or is disabled.
 */
export function markWarned(
  tx: Transaction,
  { webhookId, epoch }: { webhookId: string; epoch: number },
): Promise<{ url: string; workspaceId: string; accountId: string; warnedAt: Date } | undefined> {
  return tx.record<{ url: string; workspaceId: string; accountId: string; warnedAt: Date }>(
    sql`update webhooks w
        set warned_at = now()
        from workspaces s
        where w.webhook_id = ${webhookId}
          and w.epoch = ${epoch}
          and w.status = 'enabled'
          and (w.warned_at is null or w.warned_at < now() - interval '25 hours')
          and s.workspace_id = w.workspace_id
        returning w.url, w.workspace_id, s.account_id, w.warned_at`,
  );
}
