import { getRouteApi } from '@tanstack/react-router';

const SORTS = ['keyword', 'visibility_score', 'trend', 'updated_at'] as const;

export type SortField = (typeof SORTS)[number];

/** What the list shows. It lives in the address, so that a view can be reloaded, shared and gone back to. */
export interface KeywordFilter {
  q?: string;
  tag?: string;
  /** A field, with `-` in front for descending. */
  sort?: string;
  page?: number;
}

export const DEFAULT_SORT = '-visibility_score';

export function parseKeywordFilter(search: Record<string, unknown>): KeywordFilter {
  const page = Number(search.page);
  return {
    q: readText(search.q),
    tag: readText(search.tag),
    sort: isSort(search.sort) ? search.sort : undefined,
    page: Number.isInteger(page) && page > 1 ? page : undefined,
  };
}

const route = getRouteApi('/signed-in/keywords');

export function useKeywordFilter() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  /** Any change but that of the page itself goes back to the first page. */
  const change = (changes: KeywordFilter) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...changes }), replace: !('page' in changes) });
  return { filter, change };
}

export function readSort(sort = DEFAULT_SORT): { field: string; descending: boolean } {
  return { field: sort.replace(/^-/, ''), descending: sort.startsWith('-') };
}

function readText(value: unknown): string | undefined {
  // The router reads `?q=2024` as a number.
  return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;
}

function isSort(value: unknown): value is string {
  return typeof value === 'string' && SORTS.some((field) => value === field || value === `-${field}`);
}
