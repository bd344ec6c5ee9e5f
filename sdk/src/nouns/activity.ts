import type { Activity } from '../activity-records.ts';
import { iteratePages } from '../pages.ts';
import type { ActivityQuery } from '../queries.ts';
import type { List } from '../records.ts';
import type { RequestOptions } from '../settings.ts';
import type { Transport } from '../transport.ts';

export function activityCalls({ json }: Transport) {
  const list = (query?: ActivityQuery, options?: RequestOptions) =>
    json<List<Activity>>({ method: 'GET', path: '/activity', query }, options);
  return {
    /** One page of what happened to the service itself, newest first. */
    list,
    iterate: (query?: ActivityQuery, options?: RequestOptions) =>
      iteratePages(
        (page: ActivityQuery) => list(page, options),
        query,
        ({ activity_id }) => activity_id,
      ),
  };
}
