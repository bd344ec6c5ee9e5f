import { queryOptions } from '@tanstack/react-query';
import type { AnswerTo } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

export type Significance = AnswerTo<'GET /:mode/significance'>;

export function significanceQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'significance'],
    queryFn: ({ signal }) => request('GET /:mode/significance', { params: { mode }, signal }),
  });
}

export function changeSignificance(mode: Mode, body: Significance): Promise<Significance> {
  return request('PATCH /:mode/significance', { params: { mode }, body });
}
