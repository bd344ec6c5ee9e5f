import { iteratePages } from '../pages.ts';
import { path } from '../path.ts';
import type { RangeQuery, ReviewQuery } from '../queries.ts';
import type { List } from '../records.ts';
import type { ReviewEntry, ReviewSummary } from '../review-records.ts';
import type { RequestOptions } from '../settings.ts';
import type { Transport } from '../transport.ts';

export function reviewCalls({ json }: Transport) {
  const list = (query?: ReviewQuery, options?: RequestOptions) =>
    json<List<ReviewEntry>>({ method: 'GET', path: '/review', query }, options);
  return {
    /** What needs attention, the most important first. Dismissed entries are last. */
    list,
    iterate: (query?: ReviewQuery, options?: RequestOptions) =>
      iteratePages(
        (page: ReviewQuery) => list(page, options),
        query,
        ({ review_id }) => review_id,
      ),
    /** The score and the significant changes in sentences. Default range: the last 30 days. */
    summary: (query?: RangeQuery, options?: RequestOptions) =>
      json<ReviewSummary>({ method: 'GET', path: '/review/summary', query }, options),
    /** Dismisses an entry until there is new evidence. */
    dismiss: (reviewId: string, options?: RequestOptions) =>
      json<ReviewEntry>({ method: 'POST', path: path`/review/${reviewId}/dismiss` }, options),
    restore: (reviewId: string, options?: RequestOptions) =>
      json<ReviewEntry>({ method: 'POST', path: path`/review/${reviewId}/restore` }, options),
  };
}
