import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ItemOf } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

export type Annotation = ItemOf<'GET /:mode/annotations'>;

export type SavedView = ItemOf<'GET /:mode/views'>;

const annotationsKey = (mode: Mode) => [mode, 'annotations'];
const viewsKey = (mode: Mode) => [mode, 'views'];

/** The newest 100. */
export function annotationsQuery(mode: Mode) {
  return queryOptions({
    queryKey: annotationsKey(mode),
    queryFn: ({ signal }) => request('GET /:mode/annotations', { params: { mode }, query: { per_page: 100 }, signal }),
    select: ({ data }) => data,
    staleTime: 5 * 60_000,
  });
}

export async function addAnnotation(client: QueryClient, mode: Mode, body: { date: string; text: string }) {
  await request('POST /:mode/annotations', { params: { mode }, body });
  await client.invalidateQueries({ queryKey: annotationsKey(mode) });
}

export async function deleteAnnotation(client: QueryClient, mode: Mode, annotationId: string) {
  await request('DELETE /:mode/annotations/:annotation_id', { params: { mode, annotation_id: annotationId } });
  await client.invalidateQueries({ queryKey: annotationsKey(mode) });
}

export function viewsQuery(mode: Mode) {
  return queryOptions({
    queryKey: viewsKey(mode),
    queryFn: ({ signal }) => request('GET /:mode/views', { params: { mode }, query: { per_page: 100 }, signal }),
    select: ({ data }) => data,
  });
}

export async function saveView(client: QueryClient, mode: Mode, body: { name: string; page: string; filters: string }) {
  await request('POST /:mode/views', { params: { mode }, body });
  await client.invalidateQueries({ queryKey: viewsKey(mode) });
}

export async function deleteView(client: QueryClient, mode: Mode, viewId: string) {
  await request('DELETE /:mode/views/:view_id', { params: { mode, view_id: viewId } });
  await client.invalidateQueries({ queryKey: viewsKey(mode) });
}
