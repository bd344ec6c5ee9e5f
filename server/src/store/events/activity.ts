import type { ActivityType } from '@visibility/sdk';
import { makeId } from '../../base/id.ts';
import { type Db, empty, type Sql, sql, type Transaction } from '../db.ts';
import { limitTo, newerThan, type Page, type Place } from '../pages.ts';

export interface Activity {
  activityId: string;
  type: ActivityType;
  createdAt: Date;
  data: Record<string, unknown>;
}

export interface NewActivity {
  workspaceId: string;
  type: ActivityType;
  data: Record<string, unknown>;
  /** Identifies what happened. Each fact has one entry. */
  fact: string;
}

export async function insertActivity(
  on: Db | Transaction,
  { workspaceId, type, data, fact }: NewActivity,
): Promise<void> {
  await on.query(
    sql`insert into activity (activity_id, workspace_id, type, created_at, data, fact)
        select ${makeId('act')}, workspace_id, ${type}, now() + clock_ahead, ${JSON.stringify(data)}, ${`${type} ${fact}`}
        from workspaces
        where workspace_id = ${workspaceId}
        on conflict (workspace_id, fact) do nothing`,
  );
}

/**
 * Adds an entry for each of these days without an open question. Its questions are counted once, when none is open: until
 * then, the index finds an open one with its first row.
 */
export async function insertFinishedDays(db: Db | Transaction, workspaceId: string, days: string[]): Promise<void> {
  await db.query(
    sql`with finished as materialized (
          select d.day
          from unnest(${days}::date[]) as d (day)
          where not exists (
              select from questions q where q.workspace_id = ${workspaceId} and q.round = d.day and q.done_at is null)
            and not exists (
              select from activity a where a.workspace_id = ${workspaceId} and a.fact = 'collection.finished ' || d.day)
        ), counted as materialized (
          select f.day,
                 (select count(*) from questions q where q.workspace_id = ${workspaceId} and q.round = f.day) as prompts,
                 (select coalesce(sum(m.questions), 0)
                  from missed_questions m
                  where m.workspace_id = ${workspaceId}
                    and m.day = f.day) as missed
          from finished f
        )
        insert into activity (activity_id, workspace_id, type, created_at, data, fact)
        select ${makeId('act').slice(0, 14)} || right(replace(gen_random_uuid()::text, '-', ''), 16), w.workspace_id,
               'collection.finished', now() + w.clock_ahead,
               json_build_object('day', c.day, 'prompts', c.prompts, 'missed', c.missed), 'collection.finished ' || c.day
        from counted c
        join workspaces w on w.workspace_id = ${workspaceId}
        where c.prompts + c.missed > 0
        on conflict (workspace_id, fact) do nothing`,
  );
}

export interface ActivityFilter {
  type?: ActivityType | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  /** Only entries that follow this one. */
  after?: Place | undefined;
}

/** One page of entries: newest first, or oldest first after an entry. */
export async function listActivity(
  db: Db,
  workspaceId: string,
  { filter, page }: { filter: ActivityFilter; page: Page },
): Promise<{ entries: Activity[]; total: number }> {
  const where = matching(workspaceId, filter, await settledUntil(db));
  const order = filter.after ? sql`order by stored_at, activity_id` : sql`order by stored_at desc, activity_id desc`;
  const entries = await db.records<Activity>(sql`select ${columns} from activity ${where} ${order} ${limitTo(page)}`);
  const [count] = await db.query<{ total: number }>(sql`select count(*) as total from activity ${where}`);
  return { entries, total: count?.total ?? 0 };
}

export async function findActivityPlace(db: Db, workspaceId: string, activityId: string): Promise<Place | undefined> {
  const [place] = await db.query<Place>(
    sql`select stored_at::text as at, activity_id as id
        from activity
        where workspace_id = ${workspaceId}
          and activity_id = ${activityId}`,
  );
  return place;
}

/**
 * Until when no entry can still be added. An entry is stored after its transaction began, so one that is not committed
 * yet is younger than the oldest transaction. A reader that follows the list would otherwise skip it. Must be read
 * before the entries, in a statement of its own.
 */
async function settledUntil(db: Db): Promise<string> {
  const [row] = await db.query<{ until: string }>(
    // As an age: `xact_start` is in the machine's time, even where `now()` is shifted.
    sql`select (now() - greatest(max(pg_catalog.now() - xact_start), interval '0'))::text as until
        from pg_stat_activity
        where datname = current_database()
          and backend_xid is not null`,
  );
  return row?.until ?? '-infinity';
}

function matching(workspaceId: string, { type, since, until, after }: ActivityFilter, settled: string): Sql {
  return sql`
    where workspace_id = ${workspaceId}
      and stored_at < ${settled}::timestamptz
      ${type === undefined ? empty : sql`and type = ${type}`}
      ${since === undefined ? empty : sql`and created_at >= ${since}`}
      ${until === undefined ? empty : sql`and created_at < ${until}`}
      ${newerThan({ page: 1, perPage: 1, after }, sql`stored_at`, sql`activity_id`)}`;
}

const columns = sql`activity_id, type, created_at, data`;
