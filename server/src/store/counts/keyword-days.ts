import { type Sql, sql, type Transaction } from '../db.ts';
import { rowSet } from '../row-set.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';

/** A day whose counts have changed. */
interface ChangedDay {
  keywordId: string;
  day: string;
}

/** Writes the rows of these days from the daily counts. The caller has locked the keywords. */
export async function packDays(tx: Transaction, workspaceId: string, changed: ChangedDay[]): Promise<void> {
  const days = [...new Map(changed.map((one) => [`${one.keywordId} ${one.day}`, one])).values()];
  if (days.length === 0) return;
  await pack(tx, workspaceId, sql`select * from ${rowSet('d', days, { keywordId: 'text', day: 'date' })}`);
}

/** Writes the rows of all days of a keyword, under the reading that it has now. */
export async function packKeyword(tx: Transaction, workspaceId: string, keywordId: string): Promise<void> {
  await pack(
    tx,
    workspaceId,
    sql`select distinct keyword_id, day
        from daily_answers
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}`,
  );
}

async function pack(tx: Transaction, workspaceId: string, days: Sql): Promise<void> {
  await Promise.all([
    tx.query(
      sql`insert into keyword_cells as c (workspace_id, keyword_id, cells)
          select ${workspaceId}, f.keyword_id, array_agg(f.cell order by f.cell)
          from (
            select a.keyword_id, a.prompt_id || ' ' || a.platform as cell
            from (${days}) t
            join daily_answers a on a.workspace_id = ${workspaceId} and a.keyword_id = t.keyword_id and a.day = t.day
            except
            select k.keyword_id, unnest(k.cells)
            from (${days}) t
            join keyword_cells k on k.workspace_id = ${workspaceId} and k.keyword_id = t.keyword_id
          ) f
          group by f.keyword_id
          order by f.keyword_id
          on conflict (workspace_id, keyword_id) do update
          set cells = c.cells || excluded.cells`,
    ),
    // United rather than joined, as in `countsByStretch`. Places are joined rather than searched in the array: an import
    // can have thousands of prompts for one keyword, and 500 answers then took 7 seconds.
    tx.query(
      sql`insert into keyword_days (workspace_id, keyword_id, day, counts)
          select ${workspaceId}, t.keyword_id, t.day, p.counts
          from (${days}) t
          join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = t.keyword_id
          join keyword_cells c on c.workspace_id = ${workspaceId} and c.keyword_id = t.keyword_id
          cross join lateral (
            select string_agg(concat_ws(',', u.place, d.valid, d.named, d.cited), ',') as counts
            from (
              select prompt_id || ' ' || platform as cell, sum(valid) as valid, sum(named) as named, sum(cited) as cited
              from (
                select a.prompt_id, a.platform, a.valid, 0 as named, 0 as cited
                from daily_answers a
                where a.workspace_id = ${workspaceId}
                  and a.keyword_id = t.keyword_id
                  and a.day = t.day
                union all
                select f.prompt_id, f.platform, 0, f.named, f.cited
                from daily_findings f
                where f.workspace_id = ${workspaceId}
                  and f.keyword_id = t.keyword_id
                  and f.reading = k.reading
                  and f.brand_id = ${OWN_BRAND}
                  and f.day = t.day
              ) counts
              group by 1
            ) d
            join unnest(c.cells) with ordinality as u (cell, place) on u.cell = d.cell
          ) p
          where p.counts is not null
          order by t.keyword_id, t.day
          on conflict (workspace_id, keyword_id, day) do update
          set counts = excluded.counts, is_packed = false`,
    ),
  ]);
}
