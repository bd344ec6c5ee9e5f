import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ActivityQuery } from '@visibility/sdk';
import type { ItemOf } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

export type Activity = ItemOf<'GET /:mode/activity'>;

export const activityQuery = (mode: Mode, filter: Pick<ActivityQuery, 'type' | 'page' | 'per_page'>) =>
  queryOptions({
    queryKey: [mode, 'activity', filter],
    queryFn: ({ signal }) => request('GET /:mode/activity', { params: { mode }, query: filter, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
