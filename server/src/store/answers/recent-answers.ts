import type { CitedPage, Page } from '../../collect/platform.ts';
import { type Db, sql } from '../db.ts';

/** The part of a valid answer that is needed to analyze it with other aliases. */
export interface RecentAnswer {
  answerId: string;
  askedAt: Date;
  keywordId: string;
  platform: string;
  text: string;
  cited: CitedPage[];
  retrieved: Page[];
}

const BATCH = 500;

/** Valid answers of all keywords, newest first, one batch in memory at a time. */
export async function* recentAnswers(db: Db, workspaceId: string, before: Date): AsyncGenerator<RecentAnswer[]> {
  let last = { askedAt: before, answerId: '' };
  for (;;) {
    const rows = await db.records<RecentAnswer>(
      sql`select answer_id, asked_at, keyword_id, platform, text, cited, retrieved
          from answers
          where workspace_id = ${workspaceId}
            and asked_at <= ${last.askedAt}
            and (asked_at, answer_id) < (${last.askedAt}, ${last.answerId})
            and status = 'valid'
            -- Without its text it cannot be analyzed.
            and text <> ''
          order by asked_at desc, answer_id desc
          limit ${BATCH}`,
    );
    if (rows.length > 0) yield rows;
    const oldest = rows.at(-1);
    if (!oldest || rows.length < BATCH) return;
    last = oldest;
  }
}

/** The number of valid answers of all keywords. */
export function countAnswers(db: Db, workspaceId: string): Promise<number> {
  return db.number(
    sql`select coalesce(sum(valid), 0)::integer as answers
        from workspace_days
        where workspace_id = ${workspaceId}`,
  );
}

/** The number of answers since then in which a brand was found under its current aliases. */
export function countNaming(
  db: Db,
  workspaceId: string,
  { brandId, since }: { brandId: string; since: Date },
): Promise<number> {
  return db.number(
    sql`select count(*) as naming
        from mentions
        where workspace_id = ${workspaceId}
          and brand_id = ${brandId}
          and detected_at >= ${since}`,
  );
}
