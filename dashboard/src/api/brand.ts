import { queryOptions } from '@tanstack/react-query';
import type { AnswerTo, BodyOf } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

export type Alias = Brand['aliases'][number];

export type Brand = NonNullable<BrandState['brand']>;

export type BrandState = AnswerTo<'GET /:mode/brand/state'>;

export function brandQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'brand'],
    queryFn: ({ signal }) => request('GET /:mode/brand/state', { params: { mode }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.reread ? 1000 : false),
  });
}

export function changeBrand(mode: Mode, body: Brand): Promise<BrandState> {
  return request('PATCH /:mode/brand', { params: { mode }, body });
}

export type KeywordPreview = PreviewPart['keywords'][number];

type PreviewPart = AnswerTo<'POST /:mode/brand/preview'>;

/** One part of a preview. A large workspace needs many. */
export function previewBrand(
  mode: Mode,
  body: Brand & { after: string | null },
  signal: AbortSignal,
): Promise<PreviewPart> {
  return request('POST /:mode/brand/preview', { params: { mode }, body, signal });
}

export type Beginning = BodyOf<'POST /:mode/start'>;

type Begun = AnswerTo<'POST /:mode/start'>;

/** Imports all keywords or none. With `dry_run`, only returns the problems. */
export function startMeasuring(mode: Mode, body: Beginning): Promise<Begun> {
  return request('POST /:mode/start', { params: { mode }, body });
}
