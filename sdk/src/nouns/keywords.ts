import type { KeywordChange, NewKeyword } from '../inputs.ts';
import { iteratePages } from '../pages.ts';
import { path } from '../path.ts';
import type { KeywordQuery } from '../queries.ts';
import type { Keyword, List } from '../records.ts';
import type { RequestOptions } from '../settings.ts';
import type { Transport } from '../transport.ts';

export function keywordCalls({ json }: Transport) {
  const list = (query?: KeywordQuery, options?: RequestOptions) =>
    json<List<Keyword>>({ method: 'GET', path: '/keywords', query }, options);
  return {
    /** One page of tracked keywords. */
    list,
    /** All tracked keywords. Fetches page by page. */
    iterate: (query?: KeywordQuery, options?: RequestOptions) =>
      iteratePages(
        (page: KeywordQuery) => list(page, options),
        query,
        ({ keyword_id }) => keyword_id,
      ),
    get: (keywordId: string, options?: RequestOptions) =>
      json<Keyword>({ method: 'GET', path: path`/keywords/${keywordId}` }, options),
    create: (keyword: NewKeyword, options?: RequestOptions) =>
      json<Keyword>({ method: 'POST', path: '/keywords', body: keyword }, options),
    /** Adds up to 1,000 keywords in one request. If one is invalid, none is added. */
    createMany: (keywords: readonly NewKeyword[], options?: RequestOptions) =>
      json<List<Keyword>>({ method: 'POST', path: '/keywords', body: { keywords } }, options),
    /** Changes tags or prompts, pauses or resumes. */
    change: (keywordId: string, change: KeywordChange, options?: RequestOptions) =>
      json<Keyword>({ method: 'PATCH', path: path`/keywords/${keywordId}`, body: change }, options),
    /** Stops tracking a keyword and deletes its data. */
    delete: (keywordId: string, options?: RequestOptions) =>
      json<void>({ method: 'DELETE', path: path`/keywords/${keywordId}` }, options),
  };
}
