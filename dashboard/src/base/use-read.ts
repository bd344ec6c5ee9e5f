import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { AnswerTo, Call } from '@visibility/server/contract';
import { type Asked, read } from '../api/read.ts';
import type { NamesIn } from '../api/request.ts';
import { useMode } from './mode.ts';

type Params<Name extends string> = [Name] extends [never] ? { params?: undefined } : { params: Record<Name, string> };

type ReadOptions<One extends Call> = Pick<Asked<One>, 'query' | 'body'> &
  Params<Exclude<NamesIn<One>, 'mode'>> &
  Pick<UseQueryOptions<AnswerTo<One>>, 'enabled' | 'staleTime' | 'refetchInterval' | 'refetchOnWindowFocus' | 'retry'>;

/** The answer to a request in the shown workspace. */
export function useRead<One extends Call>(
  call: One,
  { params, query, body, ...options }: ReadOptions<One>,
): UseQueryResult<AnswerTo<One>> {
  const mode = useMode();
  const place = call.includes('/:mode/') ? { mode, ...params } : { ...params };
  const asked: unknown = { params: place, query, body };
  const all: unknown = { ...read(call, asked as Asked<One>), ...options };
  return useQuery(all as UseQueryOptions<AnswerTo<One>>);
}
