import { queryOptions } from '@tanstack/react-query';
import type { GapQuery } from '@visibility/sdk';
import type { ItemOf } from '@visibility/server/contract';
import { type Mode, request, toQuery } from './request.ts';

/** A domain, page or search after which answers mention competitors and not you. */
export type Gap = ItemOf<'GET /:mode/gaps'>;

export function gapsQuery(mode: Mode, filter: GapQuery) {
  return queryOptions({
    queryKey: [mode, 'gaps', filter],
    queryFn: ({ signal }) => request('GET /:mode/gaps', { params: { mode }, query: filter, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

/** The file with all gaps of a filter. */
export function gapsFile(mode: Mode, filter: GapQuery): string {
  return `/dashboard/api/${mode}/gaps.csv?${toQuery(filter)}`;
}
