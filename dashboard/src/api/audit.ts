import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AuditEntry, List } from '@visibility/sdk';
import { request, toQuery } from './request.ts';

export interface AuditFilter {
  about?: string | undefined;
  q?: string | undefined;
  page: number;
  per_page: number;
}

export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal }) => request<List<AuditEntry>>(`/audit?${toQuery(filter)}`, { signal }),
    placeholderData: keepPreviousData,
    // Whatever somebody just did is at the top.
    staleTime: 0,
  });
