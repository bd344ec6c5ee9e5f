import { type Db, sql } from '../db.ts';

export interface Over {
  /** Rounds before this day are closed on all platforms. */
  lateDay: string;
  /** Rounds before this day are closed on platforms that cannot be asked. */
  today: string;
  platforms: string[];
}

/** Deletes the unasked questions of closed rounds and counts them as missed. */
export async function closeMissed(db: Db, workspaceId: string, { lateDay, today, platforms }: Over): Promise<void> {
  await db.query(
    sql`with closed as (
          delete from questions
          where workspace_id = ${workspaceId}
            and round < ${today}
            and (round < ${lateDay} or platform <> all(${platforms}::text[]))
            and done_at is null
            and (lease_until is null or lease_until < now())
          returning round, platform
        )
        insert into missed_questions as m (workspace_id, day, platform, questions)
        select ${workspaceId}, round, platform, count(*)
        from closed
        group by round, platform
        on conflict (workspace_id, day, platform) do update
        set questions = m.questions + excluded.questions`,
  );
}

export interface Missed {
  platform: string;
  questions: number;
}

/** How many questions of a range of days were never asked, by platform. */
export function countMissed(
  db: Db,
  workspaceId: string,
  { since, until }: { since: string; until: string },
): Promise<Missed[]> {
  return db.query<Missed>(
    sql`select platform, sum(questions)::integer as questions
        from missed_questions
        where workspace_id = ${workspaceId}
          and day between ${since} and ${until}
        group by platform
        order by platform`,
  );
}
