import { type Db, sql } from '../db.ts';

/** How much is to be sent by email. */
export interface Mailed {
  reports: number;
  alerts: number;
  /** When the newest of them was created. Undefined without any. */
  since: Date | undefined;
}

export async function countMailed(db: Db, workspaceId: string): Promise<Mailed> {
  const [mailed] = await db.records<Mailed>(
    sql`select r.reports, a.alerts, greatest(r.newest, a.newest) as since
        from (
          select count(*)::integer as reports, max(created_at) as newest
          from reports
          where workspace_id = ${workspaceId}
            and cardinality(recipients) > 0
            and status in ('scheduled', 'running')
        ) r,
        (
          select count(*)::integer as alerts, max(created_at) as newest
          from alerts
          where workspace_id = ${workspaceId}
            and email <> 'off'
            and status = 'active'
        ) a`,
  );
  return mailed ?? { reports: 0, alerts: 0, since: undefined };
}
