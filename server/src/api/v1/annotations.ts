import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import type { Db } from '../../store/db.ts';
import { deleteAnnotation, insertAnnotation, listAnnotations } from '../../store/workspaces/annotations.ts';
import { type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { listOf, listPage, pageIn, pageQuery } from './paging.ts';
import { checkOrder } from './range.ts';
import * as schemas from './schemas.ts';
import { visibleText } from './text-fields.ts';

const MOST = 1_000;
const example = { date: '2026-11-02', text: 'New pricing page online' };

export const annotation = z
  .strictObject({
    annotation_id: z.string(),
    date: schemas.day,
    text: z.string(),
    created_at: schemas.timestamp,
  })
  .meta({
    id: 'Annotation',
    description: 'A day marked in charts.',
    example: { annotation_id: 'ann_01kab3v7c0e4m8s2w6y1t5r9xz', ...example, created_at: '2026-11-03T08:00:00Z' },
  });

const newAnnotation = z
  .strictObject({ date: schemas.day.describe('The UTC day it marks.'), text: visibleText(200) })
  .meta({ id: 'NewAnnotation', description: 'A UTC day to mark in charts.', example });

/** Days that people mark in charts. Changes of models and prompts are marked by the service, see `markers`. */
export function annotationRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'listAnnotations',
      summary: 'Days marked in charts, newest first',
      method: 'GET',
      path: '/annotations',
      scope: 'read',
      query: z.object({
        ...pageQuery,
        since: schemas.day.optional().describe('First day.').meta({ example: '2026-10-01' }),
        until: schemas.day.optional().describe('Last day.').meta({ example: '2026-11-30' }),
      }),
      responses: { 200: listOf(annotation) },
      async handle({ caller, query }) {
        checkOrder(query);
        const page = pageIn(query);
        const { annotations, total } = await listAnnotations(db, caller.workspaceId, { filter: query, page });
        return listPage(query, { data: annotations.map(show), total });
      },
    }),
    route({
      operation: 'createAnnotation',
      summary: 'Mark a day in charts',
      method: 'POST',
      path: '/annotations',
      scope: 'write',
      body: newAnnotation,
      responses: { 201: annotation },
      errors: { 409: `Annotation limit of ${MOST.toLocaleString('en')} reached` },
      async handle({ caller, body: { date, text } }) {
        const stored = await insertAnnotation(db, caller.workspaceId, { day: date, text, most: MOST });
        if (!stored) throw new ApiError(409, `Annotation limit of ${MOST.toLocaleString('en')} reached`);
        return { status: 201, body: show(stored) };
      },
    }),
    route({
      operation: 'deleteAnnotation',
      summary: 'Delete an annotation',
      method: 'DELETE',
      path: '/annotations/:annotation_id',
      scope: 'write',
      responses: { 204: z.undefined() },
      errors: { 404: 'Annotation not found' },
      async handle({ caller, params }) {
        const isDeleted = await deleteAnnotation(db, caller.workspaceId, params.annotation_id ?? '');
        if (!isDeleted) throw new ApiError(404, 'Annotation not found');
        return { status: 204, body: undefined };
      },
    }),
  ];
}

type Stored = Awaited<ReturnType<typeof listAnnotations>>['annotations'][number];

function show({ annotationId, day, text, createdAt }: Stored) {
  return toWire({ annotationId, date: day, text, createdAt });
}
