import { type Db, sql } from '../db.ts';

/** A workspace's resources and usage. */
export interface UsageCounts {
  /** Requests in the current one-hour window, which starts with its first request. */
  requests: number;
  /** Null: there is no current window. */
  resetsAt: Date | undefined;
  keywordsActive: number;
  keywordsPaused: number;
  webhooks: number;
  activeKeys: number;
  /** Due questions that have not been asked yet. */
  questionsWaiting: number;
}

export async function countUsage(
  db: Db,
  { workspaceId, now }: { workspaceId: string; now: Date },
): Promise<UsageCounts> {
  const [row] = await db.records<UsageCounts>(
    // Counted apart: on a cluster, a sub-select on facts cannot refer to a local table.
    sql`with k as materialized (
          select count(*) filter (where status = 'active')::integer as active,
                 count(*) filter (where status = 'paused')::integer as paused
          from keywords
          where workspace_id = ${workspaceId}
        )
        select coalesce(r.used, 0) as requests, r.started_at + interval '1 hour' as resets_at,
               k.active as keywords_active, k.paused as keywords_paused,
               (select count(*)::integer from webhooks h where h.workspace_id = w.workspace_id) as webhooks,
               (select count(*)::integer
                from api_keys a
                where a.workspace_id = w.workspace_id
                  and a.revoked_at is null
                  and (a.expires_at is null or a.expires_at > now())) as active_keys,
               (select count(*)::integer
                from questions q
                where q.workspace_id = w.workspace_id
                  and q.done_at is null
                  and q.due_at <= ${now}) as questions_waiting
        from workspaces w
        left join rate_windows r on r.workspace_id = w.workspace_id and r.started_at > now() - interval '1 hour'
        cross join k
        where w.workspace_id = ${workspaceId}`,
  );
  if (!row) throw new Error(`no workspace ${workspaceId}`);
  return row;
}
