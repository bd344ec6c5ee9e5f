import { makeId } from '../../base/id.ts';
import { type Db, empty, type Sql, sql } from '../db.ts';
import { limitTo, type Page } from '../pages.ts';

/** A day that people mark in charts. */
export interface Annotation {
  annotationId: string;
  day: string;
  text: string;
  createdAt: Date;
}

/** First and last day, inclusive. */
interface DayFilter {
  since?: string | undefined;
  until?: string | undefined;
}

const columns = sql`annotation_id, day, text, created_at`;

/** The newest day first. */
export async function listAnnotations(
  db: Db,
  workspaceId: string,
  { filter, page }: { filter: DayFilter; page: Page },
): Promise<{ annotations: Annotation[]; total: number }> {
  const matching = within(workspaceId, filter);
  const [annotations, [count]] = await Promise.all([
    db.records<Annotation>(
      sql`select ${columns}
          from annotations
          where ${matching}
          order by day desc, annotation_id desc
          ${limitTo(page)}`,
    ),
    db.query<{ total: number }>(sql`select count(*)::integer as total from annotations where ${matching}`),
  ]);
  return { annotations, total: count?.total ?? 0 };
}

/** Undefined if the workspace already has `most`. */
export function insertAnnotation(
  db: Db,
  workspaceId: string,
  { day, text, most }: { day: string; text: string; most: number },
): Promise<Annotation | undefined> {
  return db.record<Annotation>(
    sql`insert into annotations (workspace_id, annotation_id, day, text)
        select ${workspaceId}, ${makeId('ann')}, ${day}, ${text}
        where (select count(*) from annotations where workspace_id = ${workspaceId}) < ${most}
        returning ${columns}`,
  );
}

export function deleteAnnotation(db: Db, workspaceId: string, annotationId: string): Promise<boolean> {
  return db.returnsRows(
    sql`delete from annotations
        where workspace_id = ${workspaceId}
          and annotation_id = ${annotationId}
        returning 1`,
  );
}

function within(workspaceId: string, { since, until }: DayFilter): Sql {
  return sql`workspace_id = ${workspaceId}
    ${since === undefined ? empty : sql`and day >= ${since}`}
    ${until === undefined ? empty : sql`and day <= ${until}`}`;
}
