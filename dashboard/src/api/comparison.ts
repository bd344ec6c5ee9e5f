import { queryOptions } from '@tanstack/react-query';
import type { AnswerTo, QueryOf } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

export type ComparisonAnswer = AnswerTo<'GET /:mode/comparison'>;
export type ComparedFigure = ComparisonAnswer['rows'][number];

export type ComparisonFilter = QueryOf<'GET /:mode/comparison'>;

export function comparisonQuery(mode: Mode, filter: ComparisonFilter) {
  return queryOptions({
    queryKey: [mode, 'comparison', filter],
    queryFn: ({ signal }) => request('GET /:mode/comparison', { params: { mode }, query: filter, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}
