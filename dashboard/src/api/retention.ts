import { queryOptions } from '@tanstack/react-query';
import type { AnswerTo } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

export type Retention = AnswerTo<'GET /:mode/retention'>;
export type RetentionLimits = Retention['effective'];

export function retentionQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'retention'],
    queryFn: ({ signal }) => request('GET /:mode/retention', { params: { mode }, signal }),
  });
}

/** What these limits would free. */
export function previewRetention(mode: Mode, limits: RetentionLimits): Promise<Retention> {
  const days = Object.entries(limits).flatMap(([limit, value]) => (value === null ? [] : [[limit, value]]));
  return request('GET /:mode/retention', { params: { mode }, query: Object.fromEntries(days) });
}

export function changeRetention(mode: Mode, body: RetentionLimits): Promise<Retention> {
  return request('PATCH /:mode/retention', { params: { mode }, body });
}
