import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { RequestError, request } from '../api/request.ts';
import classes from './notice.module.css';

const PROBE_MS = 3_000;
const PROBE_KEY = ['probe'];

/** A notice while the server is unreachable. Pages keep the data they loaded. */
export function ServerUnreachable() {
  const isUnreachable = useIsUnreachable();
  const client = useQueryClient();
  const { dataUpdatedAt, refetch } = useQuery({
    queryKey: PROBE_KEY,
    queryFn: ({ signal }) => request('GET /session', { signal }).then(() => true),
    enabled: isUnreachable,
    refetchInterval: PROBE_MS,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (dataUpdatedAt > 0) void client.refetchQueries({ type: 'active', predicate: isNotProbe });
  }, [client, dataUpdatedAt]);
  return (
    <div role="status">
      {isUnreachable && (
        <div className={`${classes.notice} ${classes.unreachable}`}>
          <p>Can’t reach the server. Data may be out of date.</p>
          <button type="button" onClick={() => void refetch()}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}

/** Whether the last request of any query on the page got no answer. */
function useIsUnreachable(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]);
  return useSyncExternalStore(subscribe, () =>
    cache
      .findAll({ type: 'active', predicate: isNotProbe })
      .some(({ state: { error, fetchFailureReason } }) => isUnanswered(fetchFailureReason ?? error)),
  );
}

function isNotProbe({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[0] !== PROBE_KEY[0];
}

/** No response, or an error from a proxy or from a server without its database. */
function isUnanswered(error: Error | null): boolean {
  return error instanceof RequestError && [0, 502, 503, 504].includes(error.status);
}
