import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ItemOf } from '@visibility/server/contract';
import { request } from './request.ts';

export type AuditEntry = ItemOf<'GET /audit'>;

export interface AuditFilter {
  about?: string | undefined;
  q?: string | undefined;
  page: number;
  per_page: number;
}

export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal }) => request('GET /audit', { query: filter, signal }),
    placeholderData: keepPreviousData,
    // Shows the newest actions immediately.
    staleTime: 0,
  });
