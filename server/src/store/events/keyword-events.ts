import { type Db, sql } from '../db.ts';

const MOST_EVENTS = 200;

/** The bodies of a keyword's change and alert events, newest first, as JSON text. */
export async function movesOf(
  db: Db,
  workspaceId: string,
  { keywordId, since }: { keywordId: string; since: Date },
): Promise<string> {
  const [row] = await db.query<{ data: string | null }>(
    sql`select string_agg(body, ',' order by created_at desc, event_id desc) as data
        from (
          select body, created_at, event_id
          from events
          where workspace_id = ${workspaceId}
            and type in ('visibility.changed', 'competitor.changed', 'alert.triggered')
            and body::json #>> '{data,keyword_id}' = ${keywordId}
            and created_at >= ${since}
          order by created_at desc, event_id desc
          limit ${MOST_EVENTS}
        ) moves`,
  );
  return `[${row?.data ?? ''}]`;
}
