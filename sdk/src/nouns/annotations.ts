import type { NewAnnotation, NewSavedView } from '../inputs.ts';
import { iteratePages } from '../pages.ts';
import { path } from '../path.ts';
import type { AnnotationQuery, PageQuery } from '../queries.ts';
import type { List } from '../records.ts';
import type { Annotation, SavedView } from '../service-records.ts';
import type { RequestOptions } from '../settings.ts';
import type { Transport } from '../transport.ts';

export function annotationCalls({ json }: Transport) {
  const list = (query?: AnnotationQuery, options?: RequestOptions) =>
    json<List<Annotation>>({ method: 'GET', path: '/annotations', query }, options);
  return {
    /** One page of the days marked in charts, newest first. */
    list,
    iterate: (query?: AnnotationQuery, options?: RequestOptions) =>
      iteratePages(
        (page: AnnotationQuery) => list(page, options),
        query,
        ({ annotation_id }) => annotation_id,
      ),
    create: (annotation: NewAnnotation, options?: RequestOptions) =>
      json<Annotation>({ method: 'POST', path: '/annotations', body: annotation }, options),
    delete: (annotationId: string, options?: RequestOptions) =>
      json<void>({ method: 'DELETE', path: path`/annotations/${annotationId}` }, options),
  };
}

export function viewCalls({ json }: Transport) {
  const list = (query?: PageQuery, options?: RequestOptions) =>
    json<List<SavedView>>({ method: 'GET', path: '/views', query }, options);
  return {
    /** One page of the saved views of the dashboard, by name. */
    list,
    iterate: (query?: PageQuery, options?: RequestOptions) =>
      iteratePages(
        (page: PageQuery) => list(page, options),
        query,
        ({ view_id }) => view_id,
      ),
    create: (view: NewSavedView, options?: RequestOptions) =>
      json<SavedView>({ method: 'POST', path: '/views', body: view }, options),
    delete: (viewId: string, options?: RequestOptions) =>
      json<void>({ method: 'DELETE', path: path`/views/${viewId}` }, options),
  };
}
