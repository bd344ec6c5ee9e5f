import { queryOptions } from '@tanstack/react-query';
import type { AnswerTo } from '@visibility/server/contract';
import type { Mode } from '../base/mode.ts';
import { request } from './request.ts';

export type ComparisonAnswer = AnswerTo<'GET /:mode/comparison'>;
export type ComparedFigure = ComparisonAnswer['rows'][number];

export interface ComparisonFilter {
  since: string;
  until: string;
  compare_since: string;
  compare_until: string;
  by: 'total' | 'brand' | 'keyword';
  platform?: string | undefined;
  tag?: string | undefined;
  keyword_id?: string | undefined;
}

export function comparisonQuery(mode: Mode, filter: ComparisonFilter) {
  return queryOptions({
    queryKey: [mode, 'comparison', filter],
    queryFn: ({ signal }) => request('GET /:mode/comparison', { params: { mode }, query: filter, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}
