import { iteratePages } from '../pages.ts';
import { path } from '../path.ts';
import type { HistoryQuery, VisibilityQuery } from '../queries.ts';
import type { List, VisibilityDetail, VisibilityEvidence, VisibilityRecord } from '../records.ts';
import type { RequestOptions } from '../settings.ts';
import type { Transport } from '../transport.ts';

type Shown<Query> = Query extends { include: 'evidence' } ? VisibilityRecord & VisibilityEvidence : VisibilityRecord;

export function visibilityCalls({ json }: Transport) {
  const list = <Query extends VisibilityQuery = VisibilityQuery>(query?: Query, options?: RequestOptions) =>
    json<List<Shown<Query>>>({ method: 'GET', path: '/visibility', query }, options);
  return {
    /** One page of current scores by keyword. */
    list,
    /** The current scores of all keywords. Fetches page by page. */
    iterate: <Query extends VisibilityQuery = VisibilityQuery>(query?: Query, options?: RequestOptions) =>
      iteratePages(
        (page: Query) => list(page, options),
        query,
        ({ keyword_id }) => keyword_id,
      ),
    /** One keyword with its history. */
    get: (keywordId: string, query?: HistoryQuery, options?: RequestOptions) =>
      json<VisibilityDetail>({ method: 'GET', path: path`/visibility/${keywordId}`, query }, options),
  };
}
