import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { RequestError } from './request.ts';
import { SESSION_KEY } from './session.ts';

/** `meta` of a mutation that changes nothing that is shown, or refreshes it itself. */
export const CHANGES_NOTHING = { changesNothing: true };

export function createQueryClient(): QueryClient {
  // With the default timer, the second click of a double click arrives before the button is disabled.
  notifyManager.setScheduler(queueMicrotask);
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof RequestError && error.status === 401) client.setQueryData(SESSION_KEY, 'signed-out');
      },
    }),
    mutationCache: new MutationCache({
      // After a change, everything on the page is read again. `staleTime: 'static'` excludes a query.
      // biome-ignore lint/complexity/useMaxParams: as the library calls it
      onSuccess: async (_data, _variables, _result, { meta }) => {
        if (meta !== CHANGES_NOTHING) await client.invalidateQueries();
      },
    }),
    defaultOptions: {
      // The server may run on this machine, so it is reachable even if the browser reports that it is offline.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
      },
    },
  });
  return client;
}

function isWorthRetrying(error: Error): boolean {
  return !(error instanceof RequestError) || error.status === 0 || error.status >= 500;
}
