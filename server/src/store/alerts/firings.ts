import { type Db, empty, sql } from '../db.ts';
import { limitTo, type Page } from '../pages.ts';

/** A firing of a rule, from its event. */
export interface AlertFired {
  eventId: string;
  firedAt: Date;
  alertId: string;
  alertName: string;
  keywordId: string;
  keyword: string;
  currentScore: number;
  triggerReason: string;
  /** Whether the change may be noise. */
  withinNoise: boolean;
}

/** Firings of all rules or of one, newest first. Available as long as events are kept. */
export async function listFirings(
  db: Db,
  workspaceId: string,
  { alertId, page }: { alertId: string | undefined; page: Page },
): Promise<{ firings: AlertFired[]; total: number }> {
  const where = sql`
    where workspace_id = ${workspaceId}
      and type = 'alert.triggered'
      ${alertId === undefined ? empty : sql`and body::json #>> '{data,alert_id}' = ${alertId}`}`;
  const [firings, [count]] = await Promise.all([
    db.records<AlertFired>(
      sql`select event_id, created_at as fired_at, data ->> 'alert_id' as alert_id, data ->> 'alert_name' as alert_name,
                 data ->> 'keyword_id' as keyword_id, data ->> 'keyword' as keyword,
                 (data ->> 'current_score')::integer as current_score, data ->> 'trigger_reason' as trigger_reason,
                 coalesce((evidence ->> 'within_noise')::boolean, false) as within_noise
          from events
          cross join lateral (select body::json -> 'data' as data) event
          ${where}
          order by created_at desc, event_id desc
          ${limitTo(page)}`,
    ),
    db.query<{ total: number }>(sql`select count(*) as total from events ${where}`),
  ]);
  return { firings, total: count?.total ?? 0 };
}

/** Who looks: a member, or the user of the sign-in link while the account has no members. */
interface Viewer {
  workspaceId: string;
  memberId: string | undefined;
}

/** How many alerts fired after the newest one that the person has seen, up to `most`. */
export function countUnseen(db: Db, { workspaceId, memberId = '' }: Viewer, most: number): Promise<number> {
  return db.number(
    sql`select count(*) as unseen
        from (
          select
          from events
          where workspace_id = ${workspaceId}
            and type = 'alert.triggered'
            and created_at > coalesce(
              (select seen_at from alerts_seen where workspace_id = ${workspaceId} and member_id = ${memberId}),
              '-infinity')
          limit ${most}) firings`,
  );
}

/** Marks an alert and all earlier ones as seen. False: the workspace has no such alert. */
export function markSeen(db: Db, { workspaceId, memberId = '' }: Viewer, eventId: string): Promise<boolean> {
  return db.returnsRows(
    sql`insert into alerts_seen (workspace_id, member_id, seen_at)
        select workspace_id, ${memberId}, created_at
        from events
        where workspace_id = ${workspaceId}
          and type = 'alert.triggered'
          and event_id = ${eventId}
        on conflict (workspace_id, member_id) do update
        set seen_at = greatest(alerts_seen.seen_at, excluded.seen_at)
        returning workspace_id`,
  );
}

/** How often each rule fired and when last, as long as events are kept. Rules without firings are left out. */
export function countFirings(
  db: Db,
  workspaceId: string,
): Promise<{ alertId: string; firings: number; lastFiredAt: Date }[]> {
  return db.records(
    sql`select body::json #>> '{data,alert_id}' as alert_id, count(*) as firings, max(created_at) as last_fired_at
        from events
        where workspace_id = ${workspaceId}
          and type = 'alert.triggered'
        group by 1
        order by 3 desc`,
  );
}
