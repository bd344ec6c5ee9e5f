import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import type { Db } from '../../store/db.ts';
import { deleteView, listViews, saveView } from '../../store/workspaces/saved-views.ts';
import { type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { listOf, pageOf, pageQuery } from './paging.ts';
import * as schemas from './schemas.ts';
import { visibleText } from './text-fields.ts';

const MOST = 100;
const example = { name: 'This month on ChatGPT', page: '/', filters: 'month=this&compare=month&platform=chatgpt' };

/** A page of the dashboard: its path, and its filters as in its URL. */
export const pageFields = {
  page: z
    .string()
    .max(200)
    .regex(/^\/(?:[\w-]+(?:\/[\w-]+)*)?$/, 'must be the path of a page, such as /competitors'),
  filters: z
    .string()
    .max(2_000)
    .regex(/^[\w%.~*+=&-]*$/, 'must be an encoded query string such as days=30&compare=previous')
    .default('')
    .describe('The query string of its URL, without `?`.'),
};

export const savedView = z
  .strictObject({
    view_id: z.string(),
    name: z.string(),
    page: z.string().describe('The path of a page of the dashboard.'),
    filters: z.string().describe('The query string of its URL.'),
    created_at: schemas.timestamp,
  })
  .meta({
    id: 'SavedView',
    description: 'A page of the dashboard with its filters.',
    example: { view_id: 'viw_01kab3v7c0e4m8s2w6y1t5r9xz', ...example, created_at: '2026-11-03T08:00:00Z' },
  });

const newView = z.strictObject({ name: visibleText(80), ...pageFields }).meta({
  id: 'NewSavedView',
  description: 'A view of the dashboard to save. One of the same name is replaced.',
  example,
});

/** Views of the dashboard that everyone in the workspace can open. */
export function viewRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'listViews',
      summary: 'Saved views of the dashboard, by name',
      method: 'GET',
      path: '/views',
      scope: 'read',
      query: z.object(pageQuery),
      responses: { 200: listOf(savedView) },
      handle: async ({ caller, query }) => pageOf((await listViews(db, caller.workspaceId)).map(toWire), query),
    }),
    route({
      operation: 'createView',
      summary: 'Save a view of the dashboard. One of the same name is replaced',
      method: 'POST',
      path: '/views',
      scope: 'write',
      body: newView,
      responses: { 201: savedView },
      errors: { 409: `View limit of ${MOST} reached` },
      async handle({ caller, body }) {
        const stored = await saveView(db, caller.workspaceId, { ...body, most: MOST });
        if (!stored) throw new ApiError(409, `View limit of ${MOST} reached`);
        return { status: 201, body: toWire(stored) };
      },
    }),
    route({
      operation: 'deleteView',
      summary: 'Delete a saved view',
      method: 'DELETE',
      path: '/views/:view_id',
      scope: 'write',
      responses: { 204: z.undefined() },
      errors: { 404: 'View not found' },
      async handle({ caller, params }) {
        const isDeleted = await deleteView(db, caller.workspaceId, params.view_id ?? '');
        if (!isDeleted) throw new ApiError(404, 'View not found');
        return { status: 204, body: undefined };
      },
    }),
  ];
}
