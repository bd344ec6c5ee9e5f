import type { Crossing, Standing } from '../insight-records.ts';
import { iteratePages } from '../pages.ts';
import type { CrossingQuery, StandingQuery } from '../queries.ts';
import type { List } from '../records.ts';
import type { RequestOptions } from '../settings.ts';
import type { Transport } from '../transport.ts';

export function standingCalls(transport: Transport) {
  const { json } = transport;
  const list = (query?: StandingQuery, options?: RequestOptions) =>
    json<List<Standing>>({ method: 'GET', path: '/standings', query }, options);
  return {
    /** One page of who is ahead on each keyword, platform and competitor. */
    list,
    iterate: (query?: StandingQuery, options?: RequestOptions) =>
      iteratePages((page: StandingQuery) => list(page, options), query, placeOf),
    crossings: crossingCalls(transport),
  };
}

function crossingCalls({ json }: Transport) {
  const list = (query?: CrossingQuery, options?: RequestOptions) =>
    json<List<Crossing>>({ method: 'GET', path: '/standings/crossings', query }, options);
  return {
    /** One page of the weeks in which a lead changed sides, newest first. */
    list,
    iterate: (query?: CrossingQuery, options?: RequestOptions) =>
      iteratePages(
        (page: CrossingQuery) => list(page, options),
        query,
        (crossing) => `${placeOf(crossing)} ${crossing.week_end}`,
      ),
  };
}

function placeOf({ keyword_id, platform, competitor_id }: Standing | Crossing): string {
  return `${keyword_id} ${platform} ${competitor_id}`;
}
