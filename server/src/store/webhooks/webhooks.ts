import type { EventType, Webhook as WireWebhook } from '@visibility/sdk';
import { type Db, type Sql, sql, type Transaction } from '../db.ts';
import { limitTo, type Page } from '../pages.ts';
import { lockWorkspace } from '../workspaces/workspaces.ts';
import { LANE_LIMIT } from './delivery-states.ts';
import { lockLanes } from './lanes.ts';
import { type DisabledReason, disableWebhook, enableWebhook } from './status.ts';

export interface Webhook {
  webhookId: string;
  url: string;
  events: EventType[];
  status: WireWebhook['status'];
  description: string | undefined;
  disabledAt: Date | undefined;
  disabledReason: DisabledReason | undefined;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewWebhook {
  webhookId: string;
  url: string;
  events: EventType[];
  sealedSecret: Buffer;
  description: string | undefined;
}

/** How many webhooks a workspace has. Concurrent requests that add one wait for the result. */
export async function countWebhooks(tx: Transaction, workspaceId: string): Promise<number> {
  await lockWorkspace(tx, workspaceId);
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*) as count
        from webhooks
        where workspace_id = ${workspaceId}`,
  );
  return row?.count ?? 0;
}

export async function insertWebhook(tx: Transaction, workspaceId: string, webhook: NewWebhook): Promise<Webhook> {
  const [stored] = await tx.records<Webhook>(
    sql`insert into webhooks (webhook_id, workspace_id, url, events, secret, description)
        values (${webhook.webhookId}, ${workspaceId}, ${webhook.url}, ${webhook.events}, ${webhook.sealedSecret},
                ${webhook.description ?? null})
        returning ${columns}`,
  );
  await tx.query(sql`insert into webhook_lanes (webhook_id, cap) values (${webhook.webhookId}, ${LANE_LIMIT})`);
  if (!stored) throw new Error('the webhook was not stored');
  return stored;
}

/** One page of webhooks, oldest first. */
export async function listWebhooks(
  db: Db,
  workspaceId: string,
  page: Page,
): Promise<{ webhooks: Webhook[]; total: number }> {
  const webhooks = await db.records<Webhook>(
    sql`select ${columns}
        from webhooks
        where workspace_id = ${workspaceId}
        order by created_at, webhook_id
        ${limitTo(page)}`,
  );
  const [count] = await db.query<{ total: number }>(
    sql`select count(*) as total from webhooks where workspace_id = ${workspaceId}`,
  );
  return { webhooks, total: count?.total ?? 0 };
}

export async function findWebhook(
  db: Db | Transaction,
  workspaceId: string,
  webhookId: string,
): Promise<Webhook | undefined> {
  const [webhook] = await db.records<Webhook>(
    sql`select ${columns}
        from webhooks
        where workspace_id = ${workspaceId}
          and webhook_id = ${webhookId}`,
  );
  return webhook;
}

export interface WebhookChange {
  url: string | undefined;
  events: EventType[] | undefined;
  /** Null: none from now on. */
  description: string | null | undefined;
  status: 'enabled' | 'disabled' | undefined;
  deliverHeld: boolean;
}

export async function updateWebhook(
  tx: Transaction,
  workspaceId: string,
  { webhookId, change }: { webhookId: string; change: WebhookChange },
): Promise<Webhook | undefined> {
  const epoch = await lockWebhook(tx, workspaceId, webhookId);
  if (epoch === undefined) return undefined;
  const { url, events, description, status, deliverHeld } = change;
  await tx.query(
    sql`update webhooks
        set url = coalesce(${url ?? null}, url),
            events = coalesce(${events ?? null}::text[], events),
            description = ${description === undefined ? sql`description` : sql`${description}`},
            updated_at = greatest(updated_at, now())
        where webhook_id = ${webhookId}`,
  );
  if (status === 'disabled') await disableWebhook(tx, { webhookId, epoch, reason: 'user' });
  if (status === 'enabled') await enableWebhook(tx, webhookId, deliverHeld);
  return findWebhook(tx, workspaceId, webhookId);
}

/** Deletes a webhook immediately and leaves its log to the sweep. */
export async function deleteWebhook(tx: Transaction, workspaceId: string, webhookId: string): Promise<boolean> {
  if ((await lockWebhook(tx, workspaceId, webhookId)) === undefined) return false;
  await tx.query(sql`delete from webhooks where webhook_id = ${webhookId}`);
  await tx.query(sql`insert into webhook_removals (webhook_id) values (${webhookId})`);
  return true;
}

/**
 * Locks the webhook's lane, so that its state stays the same until the commit, and returns its epoch. Undefined if
 * there is none.
 */
export async function lockWebhook(
  tx: Transaction,
  workspaceId: string,
  webhookId: string,
): Promise<number | undefined> {
  const owned = await findWebhook(tx, workspaceId, webhookId);
  if (!owned) return undefined;
  await lockLanes(tx, [webhookId]);
  const [row] = await tx.query<{ epoch: number }>(sql`select epoch from webhooks where webhook_id = ${webhookId}`);
  return row?.epoch;
}

const columns: Sql = sql`webhook_id, url, events, status, description, disabled_at, disabled_reason, created_at, updated_at`;
