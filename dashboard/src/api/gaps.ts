import { queryOptions } from '@tanstack/react-query';
import type { ItemOf } from '@visibility/server/contract';
import type { Mode } from '../base/mode.ts';
import { request, toQuery } from './request.ts';

/** A domain, page or search after which answers mention competitors and not you. */
export type Gap = ItemOf<'GET /:mode/gaps'>;

export interface GapFilter {
  page?: number;
  per_page?: number;
  since: string;
  until?: string;
  platform?: string;
  keyword_id?: string;
  competitor_id?: string;
  kind?: Gap['kind'];
  source_type?: NonNullable<Gap['source_type']>;
}

export function gapsQuery(mode: Mode, filter: GapFilter) {
  return queryOptions({
    queryKey: [mode, 'gaps', filter],
    queryFn: ({ signal }) => request('GET /:mode/gaps', { params: { mode }, query: filter, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

/** The file with all gaps of a filter. */
export function gapsFile(mode: Mode, filter: GapFilter): string {
  return `/dashboard/api/${mode}/gaps.csv?${toQuery(filter)}`;
}
