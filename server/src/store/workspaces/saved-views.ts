import { makeId } from '../../base/id.ts';
import { type Db, sql } from '../db.ts';

/** A page of the dashboard with its filters. */
export interface SavedView {
  viewId: string;
  name: string;
  /** The path of the page. */
  page: string;
  /** Its query string. */
  filters: string;
  createdAt: Date;
}

const columns = sql`view_id, name, page, filters, created_at`;

/** By name. */
export function listViews(db: Db, workspaceId: string): Promise<SavedView[]> {
  return db.records<SavedView>(
    sql`select ${columns}
        from saved_views
        where workspace_id = ${workspaceId}
        order by lower(name), view_id`,
  );
}

/** A view of the same name is replaced. Undefined if the workspace already has `most` others. */
export function saveView(
  db: Db,
  workspaceId: string,
  { name, page, filters, most }: Pick<SavedView, 'name' | 'page' | 'filters'> & { most: number },
): Promise<SavedView | undefined> {
  return db.record<SavedView>(
    sql`insert into saved_views (workspace_id, view_id, name, page, filters)
        select ${workspaceId}, ${makeId('viw')}, ${name}, ${page}, ${filters}
        where (select count(*) from saved_views where workspace_id = ${workspaceId} and name <> ${name}) < ${most}
        on conflict on constraint saved_views_name do update
        set page = excluded.page, filters = excluded.filters
        returning ${columns}`,
  );
}

export function deleteView(db: Db, workspaceId: string, viewId: string): Promise<boolean> {
  return db.returnsRows(
    sql`delete from saved_views
        where workspace_id = ${workspaceId}
          and view_id = ${viewId}
        returning 1`,
  );
}
