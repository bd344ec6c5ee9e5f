import { type Db, sql, type Transaction } from '../db.ts';
import type { Rendering } from './claim-deliveries.ts';
import type { WebhookKey } from './deliveries.ts';

/** What is needed to send to a webhook outside its queue. */
export interface WebhookTarget {
  url: string;
  epoch: number;
  sealedSecret: Buffer;
  sealedNextSecret: Buffer | undefined;
  sealedHeaders: Buffer | undefined;
  rendering: Rendering;
}

export type TestTurn = { target: WebhookTarget } | { waitSeconds: number } | undefined;

/** Uses one of the tests allowed per minute, or returns how long to wait. Undefined: webhook not found. */
export async function takeTest(db: Db, { workspaceId, webhookId }: WebhookKey, perMinute: number): Promise<TestTurn> {
  const [target] = await db.records<WebhookTarget>(
    sql`update webhooks
        set tests = case when tests_since > now() - interval '1 minute' then tests + 1 else 1 end,
            tests_since = case when tests_since > now() - interval '1 minute' then tests_since else now() end
        where workspace_id = ${workspaceId}
          and webhook_id = ${webhookId}
          and (tests < ${perMinute} or tests_since <= now() - interval '1 minute')
        returning url, epoch,
                  case when grace_until <= now() then next_secret else secret end as sealed_secret,
                  case when grace_until > now() then next_secret end as sealed_next_secret,
                  headers as sealed_headers,
                  json_build_object('format', format, 'payload', payload, 'evidence', '{}'::json,
                                    'mode', (select mode from workspaces s where s.workspace_id = webhooks.workspace_id)) as rendering`,
  );
  if (target) return { target };
  const [limited] = await db.query<{ seconds: number }>(
    sql`select ceil(extract(epoch from tests_since + interval '1 minute' - now()))::integer as seconds
        from webhooks
        where workspace_id = ${workspaceId}
          and webhook_id = ${webhookId}`,
  );
  return limited && { waitSeconds: Math.max(1, limited.seconds) };
}

/**
 * Sets a new secret. During the grace period both the old and the new secret sign. Another change during that time
 * replaces the new secret.
 */
export async function rotateSecret(
  tx: Transaction,
  { workspaceId, webhookId }: WebhookKey,
  { sealed, graceSeconds }: { sealed: Buffer; graceSeconds: number },
): Promise<void> {
  const inUse = sql`case when grace_until <= now() then next_secret else secret end`;
  await tx.query(
    sql`update webhooks
        set secret = ${graceSeconds > 0 ? inUse : sql`${sealed}`},
            next_secret = ${graceSeconds > 0 ? sealed : null},
            grace_until = ${graceSeconds > 0 ? sql`now() + make_interval(secs => ${graceSeconds})` : null},
            updated_at = greatest(updated_at, now())
        where workspace_id = ${workspaceId}
          and webhook_id = ${webhookId}`,
  );
}
