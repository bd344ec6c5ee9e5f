import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnswerTo } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

export type UsageSummary = AnswerTo<'GET /:mode/usage-summary'>;

export type PlatformUsage = UsageSummary['month']['platforms'][number];

export const usageSummaryQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'usage-summary'],
    queryFn: ({ signal }) => request('GET /:mode/usage-summary', { params: { mode }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
