import type { EventType, Webhook } from '@visibility/sdk';
import { isoSeconds } from '../base/time.ts';
import { sql, type Transaction } from './db.ts';

export interface NewWebhook {
  webhookId: string;
  url: string;
  events: EventType[];
  sealedSecret: Buffer;
  description: string | undefined;
}

/** How many webhooks a workspace has; others that add one at the same time wait for the answer. */
export async function countWebhooks(tx: Transaction, workspaceId: string): Promise<number> {
  await tx.query(
    sql`select
        from workspaces
        where workspace_id = ${workspaceId}
        for no key update`,
  );
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*) as count
        from webhooks
        where workspace_id = ${workspaceId}`,
  );
  return row?.count ?? 0;
}

export async function insertWebhook(tx: Transaction, workspaceId: string, webhook: NewWebhook): Promise<Webhook> {
  const [row] = await tx.query<WebhookRow>(
    sql`insert into webhooks (webhook_id, workspace_id, url, events, secret, description)
        values (${webhook.webhookId}, ${workspaceId}, ${webhook.url}, ${webhook.events}, ${webhook.sealedSecret},
                ${webhook.description ?? null})
        returning webhook_id, url, events, status, description, disabled_at, disabled_reason, created_at, updated_at`,
  );
  await tx.query(sql`insert into webhook_lanes (webhook_id) values (${webhook.webhookId})`);
  if (!row) throw new Error('the webhook was not stored');
  return toWebhook(row);
}

interface WebhookRow extends Omit<Webhook, 'disabled_at' | 'created_at' | 'updated_at'> {
  disabled_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

function toWebhook(row: WebhookRow): Webhook {
  return {
    ...row,
    disabled_at: row.disabled_at && isoSeconds(row.disabled_at),
    created_at: isoSeconds(row.created_at),
    updated_at: isoSeconds(row.updated_at),
  };
}
