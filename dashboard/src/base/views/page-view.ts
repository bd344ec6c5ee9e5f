import type { Mode } from '../mode.ts';

/** A page and its filters, without the workspace. */
export interface PageView {
  page: string;
  filters: string;
}

/** The URL of a view in a workspace. */
export function urlOf({ page, filters }: PageView, mode: Mode): string {
  const query = [filters, mode === 'live' ? 'mode=live' : ''].filter(Boolean).join('&');
  return query === '' ? page : `${page}?${query}`;
}
