import { seriesName } from '../counts/series.ts';
import { type Db, empty, sql } from '../db.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';

const MOST_EVENTS = 200;

/** The bodies of a keyword's change and alert events, newest first, as JSON text. */
export async function movesOf(
  db: Db,
  workspaceId: string,
  { keywordId, since, until }: { keywordId: string; since: Date; until: Date | undefined },
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
            ${until ? sql`and created_at < ${until}` : empty}
          order by created_at desc, event_id desc
          limit ${MOST_EVENTS}
        ) moves`,
  );
  return `[${row?.data ?? ''}]`;
}

/**
 * The first window of the last published change of each series of a keyword: a change can be that of three weeks
 * together. Complete if retention has removed no event of the workspace.
 */
export async function changeWindows(
  db: Db,
  workspaceId: string,
  keywordId: string,
): Promise<{ windows: Map<string, number>; isComplete: boolean }> {
  const rows = await db.records<{ platform: string; brandId: string; lastWindow: number }>(
    sql`select body::json #>> '{data,platform}' as platform,
               coalesce(body::json #>> '{data,competitor_id}', ${OWN_BRAND}) as brand_id,
               (array_agg(coalesce(evidence ->> 'window_first', evidence ->> 'window')::integer
                          order by (evidence ->> 'window')::integer desc))[1] as last_window
        from events
        where workspace_id = ${workspaceId}
          and type in ('visibility.changed', 'competitor.changed')
          and body::json #>> '{data,keyword_id}' = ${keywordId}
        group by 1, 2`,
  );
  const [kept] = await db.query(
    sql`select from event_seals where workspace_id = ${workspaceId} and kept_until <= now() limit 1`,
  );
  const windows = new Map(rows.map((row) => [seriesName(keywordId, row.platform, row.brandId), row.lastWindow]));
  return { windows, isComplete: kept === undefined };
}
