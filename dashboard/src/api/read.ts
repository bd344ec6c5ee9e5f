import type { DataTag, QueryKey } from '@tanstack/react-query';
import type {
  ActivityQuery,
  CrossingQuery,
  FindingQuery,
  GapQuery,
  SearchQueryQuery,
  SentimentQuery,
  SourceDetailQuery,
  SourceQuery,
  StandingQuery,
} from '@visibility/sdk';
import type { AnswerTo, Call, Filtered, QueryOf } from '@visibility/server/contract';
import { type CallOptions, request } from './request.ts';

/** The parameters of calls that are not described by the contract. */
interface Queries {
  'GET /:mode/activity': ActivityQuery;
  'GET /:mode/citations/keywords': QueryOf<'GET /:mode/citations/pages'>;
  'GET /:mode/citations/newest': QueryOf<'GET /:mode/citations/pages'>;
  'GET /:mode/gaps': GapQuery;
  'GET /:mode/mentions/sentiment': SentimentQuery;
  'GET /:mode/overview/coverage': QueryOf<'GET /:mode/overview'>;
  'GET /:mode/overview/news': QueryOf<'GET /:mode/overview'>;
  'GET /:mode/overview/voice': QueryOf<'GET /:mode/overview'>;
  'GET /:mode/queries': SearchQueryQuery;
  'GET /:mode/sources?include=evidence': SourceQuery;
  'GET /:mode/sources/:domain': SourceDetailQuery;
  'GET /:mode/sources/types': FindingQuery;
  'GET /:mode/standings': StandingQuery;
  'GET /:mode/standings/crossings': CrossingQuery;
}

export type Asked<One extends Call> = Omit<CallOptions<One>, 'query' | 'signal'> & {
  query?: One extends keyof Queries ? Queries[One] : One extends Filtered ? QueryOf<One> : object;
};

export interface Read<Answer> {
  queryKey: DataTag<QueryKey, Answer>;
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
  placeholderData: (previous: Answer | undefined, query: { queryKey: QueryKey } | undefined) => Answer | undefined;
}

/**
 * A request as a query. While an answer with other filters loads, the previous one is shown, but never that of another
 * workspace or record.
 */
export function read<One extends Call>(call: One, asked: Asked<One>): Read<AnswerTo<One>> {
  const { params = {} }: { params?: Record<string, string> } = asked;
  return {
    queryKey: [params.mode ?? 'account', call, params, asked] as unknown as DataTag<QueryKey, AnswerTo<One>>,
    queryFn: ({ signal }) => request(call, { ...asked, signal } as CallOptions<One>),
    placeholderData: (previous, query) =>
      JSON.stringify(query?.queryKey[2]) === JSON.stringify(params) ? previous : undefined,
  };
}
