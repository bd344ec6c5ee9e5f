import type { EventType, WebhookSettings, Webhook as WireWebhook } from '@visibility/sdk';
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
  format: WebhookSettings['format'];
  payload: WebhookSettings['payload'];
  headerNames: string[];
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
  format: Webhook['format'];
  payload: Webhook['payload'];
  headers: StoredHeaders;
}

/** The names of extra request headers, and their sealed values. Undefined: there are none. */
export interface StoredHeaders {
  names: string[];
  sealed: Buffer | undefined;
}

/** How many webhooks a workspace has. Concurrent requests that add one wait for the result. */
export async function countWebhooks(tx: Transaction, workspaceId: string): Promise<number> {
  await lockWorkspace(tx, workspaceId);
  return tx.number(
    sql`select count(*) as count
        from webhooks
        where workspace_id = ${workspaceId}`,
  );
}

export async function insertWebhook(tx: Transaction, workspaceId: string, webhook: NewWebhook): Promise<Webhook> {
  const [stored] = await tx.records<Webhook>(
    sql`insert into webhooks (webhook_id, workspace_id, url, events, secret, description, format, payload,
                              header_names, headers)
        values (${webhook.webhookId}, ${workspaceId}, ${webhook.url}, ${webhook.events}, ${webhook.sealedSecret},
                ${webhook.description ?? null}, ${webhook.format}, ${webhook.payload}, ${webhook.headers.names},
                ${webhook.headers.sealed ?? null})
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

export function findWebhook(
  db: Db | Transaction,
  workspaceId: string,
  webhookId: string,
): Promise<Webhook | undefined> {
  return db.record<Webhook>(
    sql`select ${columns}
        from webhooks
        where workspace_id = ${workspaceId}
          and webhook_id = ${webhookId}`,
  );
}

export interface WebhookChange {
  url: string | undefined;
  events: EventType[] | undefined;
  /** Null: none from now on. */
  description: string | null | undefined;
  format?: Webhook['format'] | undefined;
  payload?: Webhook['payload'] | undefined;
  headers?: StoredHeaders | undefined;
  status: 'enabled' | 'disabled' | undefined;
  deliverHeld: boolean;
}

/** Changes a webhook that is locked by `lockWebhook`. */
export async function updateWebhook(
  tx: Transaction,
  { webhookId, epoch }: LockedWebhook,
  change: WebhookChange,
): Promise<Webhook | undefined> {
  const { url, events, description, format, payload, headers, status, deliverHeld } = change;
  await tx.query(
    sql`update webhooks
        set url = coalesce(${url ?? null}, url),
            events = coalesce(${events ?? null}::text[], events),
            description = ${description === undefined ? sql`description` : sql`${description}`},
            format = coalesce(${format ?? null}, format),
            payload = coalesce(${payload ?? null}, payload),
            header_names = coalesce(${headers?.names ?? null}::text[], header_names),
            headers = ${headers === undefined ? sql`headers` : sql`${headers.sealed ?? null}`},
            updated_at = greatest(updated_at, now())
        where webhook_id = ${webhookId}`,
  );
  if (status === 'disabled') await disableWebhook(tx, { webhookId, epoch, reason: 'user' });
  if (status === 'enabled') await enableWebhook(tx, webhookId, deliverHeld ? 'deliver' : 'cancel');
  return tx.record<Webhook>(sql`select ${columns} from webhooks where webhook_id = ${webhookId}`);
}

/** Deletes a webhook immediately and leaves its log to the sweep. */
export async function deleteWebhook(tx: Transaction, workspaceId: string, webhookId: string): Promise<boolean> {
  if ((await lockWebhook(tx, workspaceId, webhookId)) === undefined) return false;
  await tx.query(sql`delete from webhooks where webhook_id = ${webhookId}`);
  await tx.query(sql`insert into webhook_removals (webhook_id) values (${webhookId})`);
  return true;
}

export interface LockedWebhook extends Webhook {
  epoch: number;
}

/** Locks the webhook's lane, so that its state stays the same until the commit. Undefined if there is none. */
export async function lockWebhook(
  tx: Transaction,
  workspaceId: string,
  webhookId: string,
): Promise<LockedWebhook | undefined> {
  const owned = await findWebhook(tx, workspaceId, webhookId);
  if (!owned) return undefined;
  await lockLanes(tx, [webhookId]);
  return tx.record<LockedWebhook>(sql`select ${columns}, epoch from webhooks where webhook_id = ${webhookId}`);
}

const columns: Sql = sql`webhook_id, url, events, status, description, format, payload, header_names, disabled_at, disabled_reason, created_at, updated_at`;

/** The sealed values of a webhook's extra headers. */
export async function sealedHeaders(tx: Transaction, webhookId: string): Promise<Buffer | undefined> {
  const [row] = await tx.query<{ headers: Buffer | null }>(
    sql`select headers from webhooks where webhook_id = ${webhookId}`,
  );
  return row?.headers ?? undefined;
}
