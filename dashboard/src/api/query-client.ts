import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { RequestError } from './request.ts';
import { SESSION_KEY } from './session.ts';

export function createQueryClient(): QueryClient {
  // With the default timer, the second click of a double click arrives before the button is disabled.
  notifyManager.setScheduler(queueMicrotask);
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isStatus(error, 401)) client.setQueryData(SESSION_KEY, 'signed-out');
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

function isStatus(error: Error, status: number): boolean {
  return error instanceof RequestError && error.status === status;
}
