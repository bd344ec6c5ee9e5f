import { iteratePages } from '../pages.ts';
import { path } from '../path.ts';
import type { CompetitorNumbersQuery, CompetitorQuery, PageQuery } from '../queries.ts';
import type { Competitor, CompetitorCandidate, CompetitorChange, List, NewCompetitor } from '../records.ts';
import type { RequestOptions } from '../settings.ts';
import type { Transport } from '../transport.ts';

export function competitorCalls(transport: Transport) {
  const { json } = transport;
  const list = (query?: CompetitorQuery, options?: RequestOptions) =>
    json<List<Competitor>>({ method: 'GET', path: '/competitors', query }, options);
  return {
    /** One page of tracked competitors, most visible first. */
    list,
    iterate: (query?: CompetitorQuery, options?: RequestOptions) =>
      iteratePages(
        (page: CompetitorQuery) => list(page, options),
        query,
        ({ competitor_id }) => competitor_id,
      ),
    get: (competitorId: string, query?: CompetitorNumbersQuery, options?: RequestOptions) =>
      json<Competitor>({ method: 'GET', path: path`/competitors/${competitorId}`, query }, options),
    /** Tracks a competitor. Stored answers are re-analyzed. */
    create: (competitor: NewCompetitor, options?: RequestOptions) =>
      json<Competitor>({ method: 'POST', path: '/competitors', body: competitor }, options),
    /** Renames a competitor or replaces its aliases or domains. Stored answers are re-analyzed. */
    change: (competitorId: string, change: CompetitorChange, options?: RequestOptions) =>
      json<Competitor>({ method: 'PATCH', path: path`/competitors/${competitorId}`, body: change }, options),
    delete: (competitorId: string, options?: RequestOptions) =>
      json<void>({ method: 'DELETE', path: path`/competitors/${competitorId}` }, options),
    candidates: candidateCalls(transport),
  };
}

function candidateCalls({ json }: Transport) {
  const list = (query?: PageQuery, options?: RequestOptions) =>
    json<List<CompetitorCandidate>>({ method: 'GET', path: '/competitors/candidates', query }, options);
  return {
    /** One page of untracked brands that answers list next to tracked ones, most frequent first. */
    list,
    iterate: (query?: PageQuery, options?: RequestOptions) =>
      iteratePages(
        (page: PageQuery) => list(page, options),
        query,
        ({ name }) => name,
      ),
  };
}
