import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { RequestError, request } from '../api/request.ts';
import classes from './notice.module.css';

const KNOCK_MS = 3_000;
const KNOCK_KEY = ['knock'];

/** A line that says the server is away, and goes when it is back. Meanwhile pages keep what they had loaded. */
export function ServerAway() {
  const isAway = useIsAway();
  const client = useQueryClient();
  const { dataUpdatedAt, refetch } = useQuery({
    queryKey: KNOCK_KEY,
    queryFn: ({ signal }) => request('GET /session', { signal }).then(() => true),
    enabled: isAway,
    refetchInterval: KNOCK_MS,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (dataUpdatedAt > 0) void client.refetchQueries({ type: 'active', predicate: isNoKnock });
  }, [client, dataUpdatedAt]);
  return (
    <div role="status">
      {isAway && (
        <div className={`${classes.notice} ${classes.away}`}>
          <p>Can’t reach the server. Data may be out of date.</p>
          <button type="button" onClick={() => void refetch()}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}

/** Whether anything that is shown could not be asked for the last time. */
function useIsAway(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]);
  return useSyncExternalStore(subscribe, () =>
    cache
      .findAll({ type: 'active', predicate: isNoKnock })
      .some(({ state: { error, fetchFailureReason } }) => isUnanswered(fetchFailureReason ?? error)),
  );
}

function isNoKnock({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[0] !== KNOCK_KEY[0];
}

/** Nothing came back, or only the word of a proxy or of a server without its database. */
function isUnanswered(error: Error | null): boolean {
  return error instanceof RequestError && [0, 502, 503, 504].includes(error.status);
}
