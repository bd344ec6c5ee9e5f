import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ItemOf, QueryOf } from '@visibility/server/contract';
import { request } from './request.ts';

export type AuditEntry = ItemOf<'GET /audit'>;

export type AuditFilter = QueryOf<'GET /audit'>;

export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal }) => request('GET /audit', { query: filter, signal }),
    placeholderData: keepPreviousData,
    // Shows the newest actions immediately.
    staleTime: 0,
  });
