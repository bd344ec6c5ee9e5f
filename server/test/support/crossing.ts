import { type Db, sql } from '../../src/store/db.ts';

/** A crossing in the newest closed week, with the figures of a stored lead. A sandbox of two weeks has none of its own. */
export async function givenCrossing(db: Db): Promise<void> {
  await db.query(
    sql`insert into crossings
        select workspace_id, keyword_id, platform, competitor_id, judged_window, reading, 'overtook', figures, figures, judged_at
        from standings
        where figures is not null
        limit 1`,
  );
}
