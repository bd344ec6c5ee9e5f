import { queryOptions } from '@tanstack/react-query';
import type { FindingQuery, SettableSourceType, SourceDetailQuery, SourceQuery } from '@visibility/sdk';
import type { AnswerTo, ItemOf } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

/** A domain that answers cite. */
export type Source = ItemOf<'GET /:mode/sources?include=evidence'>;
export type SourceDetail = AnswerTo<'GET /:mode/sources/:domain'>;

export function sourcesQuery(mode: Mode, filter: SourceQuery) {
  return queryOptions({
    queryKey: [mode, 'sources', filter],
    queryFn: ({ signal }) =>
      request('GET /:mode/sources?include=evidence', { params: { mode }, query: filter, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

export function sourceTypesQuery(mode: Mode, filter: FindingQuery) {
  return queryOptions({
    queryKey: [mode, 'sources', 'types', filter],
    queryFn: ({ signal }) => request('GET /:mode/sources/types', { params: { mode }, query: filter, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

export function sourceQuery(mode: Mode, domain: string, filter: SourceDetailQuery) {
  return queryOptions({
    queryKey: [mode, 'sources', 'one', domain, filter],
    queryFn: ({ signal }) => request('GET /:mode/sources/:domain', { params: { mode, domain }, query: filter, signal }),
  });
}

/** Undefined: the rules decide again. */
export async function setSourceType(mode: Mode, domain: string, type: SettableSourceType | undefined): Promise<void> {
  const params = { mode, domain };
  if (type === undefined) await request('DELETE /:mode/sources/:domain', { params });
  else await request('PUT /:mode/sources/:domain', { params, body: { source_type: type } });
}
