import { compareTexts } from '../../base/compare-texts.ts';
import type { Outcomes } from '../../score/count-day.ts';
import { addOutcomes, readOutcomes } from '../days/outcomes.ts';
import { type Db, empty, type Sql, sql } from '../db.ts';
import type { OverviewFilter } from './overview.ts';

/** The outcomes of the questions, by platform. */
export async function countOutcomes(
  db: Db,
  workspaceId: string,
  filter: OverviewFilter,
): Promise<(Outcomes & { platform: string })[]> {
  const sums = new Map<string, Outcomes & { platform: string }>();
  for (const { day: _, ...row } of await readOutcomes(db, workspaceId, filter)) {
    const sum = sums.get(row.platform);
    if (sum) addOutcomes(sum, row);
    else sums.set(row.platform, row);
  }
  return [...sums.values()].sort((a, b) => compareTexts(a.platform, b.platform));
}

/** How many keywords were asked on these days. */
export function countAskedKeywords(db: Db, workspaceId: string, filter: OverviewFilter): Promise<number> {
  return db.number(
    sql`select count(*)::integer as keywords
        from keywords k
        where k.workspace_id = ${workspaceId}
          ${filter.keywordIds === undefined ? empty : sql`and k.keyword_id = any(${filter.keywordIds})`}
          and ${wasAsked(workspaceId, { ...filter, fromDay: filter.since, toDay: filter.until })}`,
  );
}

/** Whether keyword `k` has an answer on these days. */
function wasAsked(
  workspaceId: string,
  { fromDay, toDay, platform }: { fromDay: string; toDay: string; platform?: string | undefined },
): Sql {
  return sql`exists (
    select
    from days d
    where d.workspace_id = ${workspaceId}
      and d.keyword_id = k.keyword_id
      and d.reading = k.reading
      and d.day between ${fromDay} and ${toDay}
      ${platform === undefined ? empty : sql`and strpos(d.value, ${JSON.stringify(platform)}) > 0`}
  )`;
}

/** How many keywords were asked in each of two periods, and in both. */
export async function countComparedKeywords(
  db: Db,
  workspaceId: string,
  {
    now,
    before,
    platform,
    keywordIds,
  }: Record<'now' | 'before', { fromDay: string; toDay: string }> & Pick<OverviewFilter, 'platform' | 'keywordIds'>,
): Promise<{ now: number; before: number; both: number }> {
  const [row] = await db.query<{ now: number; before: number; both: number }>(
    sql`select count(*) filter (where is_now)::integer as now, count(*) filter (where is_before)::integer as before,
               count(*) filter (where is_now and is_before)::integer as both
        from (
          select ${wasAsked(workspaceId, { ...now, platform })} as is_now,
                 ${wasAsked(workspaceId, { ...before, platform })} as is_before
          from keywords k
          where k.workspace_id = ${workspaceId}
            ${keywordIds === undefined ? empty : sql`and k.keyword_id = any(${keywordIds})`}
        ) asked`,
  );
  return row ?? { now: 0, before: 0, both: 0 };
}

/** The number of days on which each current prompt could be asked, summed over the prompts. */
export function countPromptDays(db: Db, workspaceId: string, filter: OverviewFilter): Promise<number> {
  return db.number(
    sql`select coalesce(sum(greatest(0, ${filter.until}::date + 1 - greatest(
                 ${filter.since}::date, (k.created_at at time zone 'UTC')::date))), 0)::integer as days
        from keywords k
        join prompts p on p.workspace_id = ${workspaceId} and p.keyword_id = k.keyword_id and p.retired_at is null
        where k.workspace_id = ${workspaceId}
          and k.status = 'active'
          ${filter.keywordIds === undefined ? empty : sql`and k.keyword_id = any(${filter.keywordIds})`}`,
  );
}

/** When the latest valid answer of these days was asked. */
export async function newestAnswerAt(db: Db, workspaceId: string, filter: OverviewFilter): Promise<Date | undefined> {
  const [row] = await db.query<{ asked_at: Date }>(
    sql`select asked_at
        from answers
        where workspace_id = ${workspaceId}
          and status = 'valid'
          and asked_at >= ${filter.since}::date
          and asked_at < ${filter.until}::date + 1
          ${ofKeywords(filter)}
          ${filter.platform === undefined ? empty : sql`and platform = ${filter.platform}`}
        order by asked_at desc
        limit 1`,
  );
  return row?.asked_at;
}

function ofKeywords({ keywordIds }: OverviewFilter): Sql {
  return keywordIds === undefined ? empty : sql`and keyword_id = any(${keywordIds})`;
}
