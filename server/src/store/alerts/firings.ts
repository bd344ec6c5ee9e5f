import { isoSeconds } from '../../base/time.ts';
import { type Db, empty, sql } from '../db.ts';
import { limitTo, type Page } from '../pages.ts';

/** That a rule fired, as the event told it. */
export interface AlertFired {
  event_id: string;
  fired_at: string;
  alert_id: string;
  alert_name: string;
  keyword_id: string;
  keyword: string;
  current_score: number;
  trigger_reason: string;
  /** Whether chance may explain it. */
  within_noise: boolean;
}

/** When rules fired, or one of them, newest first: as long as events are kept. */
export async function listFirings(
  db: Db,
  workspaceId: string,
  { alertId, page }: { alertId: string | undefined; page: Page },
): Promise<{ firings: AlertFired[]; total: number }> {
  const where = sql`
    where workspace_id = ${workspaceId}
      and type = 'alert.triggered'
      ${alertId === undefined ? empty : sql`and body::json #>> '{data,alert_id}' = ${alertId}`}`;
  const [rows, [count]] = await Promise.all([
    db.query<{ event_id: string; created_at: Date; body: string; within_noise: boolean | null }>(
      sql`select event_id, created_at, body, (evidence ->> 'within_noise')::boolean as within_noise
          from events
          ${where}
          order by created_at desc, event_id desc
          ${limitTo(page)}`,
    ),
    db.query<{ total: number }>(sql`select count(*) as total from events ${where}`),
  ]);
  const firings = rows.map(({ event_id, created_at, body, within_noise }) => {
    const { alert_id, alert_name, keyword_id, keyword, current_score, trigger_reason } = JSON.parse(body).data;
    const about = { alert_id, alert_name, keyword_id, keyword, current_score, trigger_reason };
    return { event_id, fired_at: isoSeconds(created_at), ...about, within_noise: within_noise ?? false };
  });
  return { firings, total: count?.total ?? 0 };
}

/** How often each rule fired and when last, as long as events are kept; one that never did is left out. */
export async function countFirings(
  db: Db,
  workspaceId: string,
): Promise<{ alert_id: string; firings: number; last_fired_at: string }[]> {
  const rows = await db.query<{ alert_id: string; firings: number; last_fired_at: Date }>(
    sql`select body::json #>> '{data,alert_id}' as alert_id, count(*) as firings, max(created_at) as last_fired_at
        from events
        where workspace_id = ${workspaceId}
          and type = 'alert.triggered'
        group by 1
        order by 3 desc`,
  );
  return rows.map((row) => ({ ...row, last_fired_at: isoSeconds(row.last_fired_at) }));
}
