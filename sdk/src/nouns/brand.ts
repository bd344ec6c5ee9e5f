import type { Brand, BrandQuery, NewBrand } from '../brand-records.ts';
import type { RequestOptions } from '../settings.ts';
import type { Transport } from '../transport.ts';

export function brandCalls({ json }: Transport) {
  return {
    get: (options?: RequestOptions) => json<Brand>({ method: 'GET', path: '/brand' }, options),
    /** Sets your brand. Stored answers are re-analyzed. With `preview`, nothing is changed. */
    set: (brand: NewBrand, query?: BrandQuery, options?: RequestOptions) =>
      json<Brand>({ method: 'PUT', path: '/brand', query, body: brand }, options),
  };
}
