import type { GivenSourceType, SettableSourceType, Source, SourceDetail, SourceTypeCount } from '../insight-records.ts';
import { iteratePages } from '../pages.ts';
import { path } from '../path.ts';
import type { FindingQuery, SourceDetailQuery, SourceQuery } from '../queries.ts';
import type { List } from '../records.ts';
import type { RequestOptions } from '../settings.ts';
import type { Transport } from '../transport.ts';

export function sourceCalls({ json }: Transport) {
  const list = (query?: SourceQuery, options?: RequestOptions) =>
    json<List<Source>>({ method: 'GET', path: '/sources', query }, options);
  const types = (query?: FindingQuery, options?: RequestOptions) =>
    json<List<SourceTypeCount>>({ method: 'GET', path: '/sources/types', query }, options);
  return {
    /** One page of the domains that answers cite, most cited first. Default range: the last 30 days. */
    list,
    iterate: (query?: SourceQuery, options?: RequestOptions) =>
      iteratePages(
        (page: SourceQuery) => list(page, options),
        query,
        ({ domain }) => domain,
      ),
    /** How many answers cite each type of source. */
    types: {
      list: types,
      iterate: (query?: FindingQuery, options?: RequestOptions) =>
        iteratePages(
          (page: FindingQuery) => types(page, options),
          query,
          ({ source_type }) => source_type,
        ),
    },
    /** One domain, its pages and its history. */
    get: (domain: string, query?: SourceDetailQuery, options?: RequestOptions) =>
      json<SourceDetail>({ method: 'GET', path: path`/sources/${domain}`, query }, options),
    /** Sets the type of a domain for your workspace. */
    setType: (domain: string, type: SettableSourceType, options?: RequestOptions) =>
      json<GivenSourceType>({ method: 'PUT', path: path`/sources/${domain}`, body: { source_type: type } }, options),
    /** Removes the type that your workspace set. */
    resetType: (domain: string, options?: RequestOptions) =>
      json<void>({ method: 'DELETE', path: path`/sources/${domain}` }, options),
  };
}
