import { type Db, sql } from '../db.ts';

/** A webhook that needs attention. */
export interface FailingWebhook {
  webhookId: string;
  url: string;
  /** Set if it was disabled because of failures. */
  disabledAt: Date | undefined;
  /** Events of the last seven days that failed after the latest success. */
  failures: number;
  failingSince: Date | undefined;
}

/** Disabled after failures, or with failed deliveries and no success since. */
export function listFailingWebhooks(db: Db, workspaceId: string): Promise<FailingWebhook[]> {
  return db.records<FailingWebhook>(
    sql`select w.webhook_id, w.url, w.disabled_at, failed.failures, failed.failing_since
        from webhooks w
        cross join lateral (
          select count(*)::integer as failures, min(d.created_at) as failing_since
          from deliveries d
          where d.webhook_id = w.webhook_id
            and d.workspace_id = w.workspace_id
            and d.trigger <> 'test'
            and (d.status = 'failed' or d.status = 'pending' and d.attempt_count > 1)
            and d.created_at > coalesce((
              select max(s.created_at)
              from deliveries s
              where s.webhook_id = w.webhook_id
                and s.workspace_id = w.workspace_id
                and s.status = 'succeeded'
                and s.created_at > now() - interval '7 days'
            ), now() - interval '7 days')
        ) failed
        where w.workspace_id = ${workspaceId}
          and case when w.status = 'disabled' then w.disabled_reason <> 'user' else failed.failures > 0 end
        order by w.disabled_at nulls last, failed.failing_since, w.webhook_id`,
  );
}
