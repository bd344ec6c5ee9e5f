import { getRouteApi } from '@tanstack/react-router';

/** How the history is shown; kept in the address. Left out: 90 days, as a chart. */
export interface KeywordView {
  days?: 30;
  view?: 'table';
}

export function parseKeywordView(search: Record<string, unknown>): KeywordView {
  return {
    days: search.days === 30 ? 30 : undefined,
    view: search.view === 'table' ? 'table' : undefined,
  };
}

const route = getRouteApi('/signed-in/keywords/$keywordId');

export function useKeywordView() {
  const view = route.useSearch();
  const { keywordId } = route.useParams();
  const navigate = route.useNavigate();
  const change = (changes: KeywordView) => void navigate({ search: (old) => ({ ...old, ...changes }), replace: true });
  return { keywordId, view, change };
}

/** The first of the last `days` calendar days, today included. */
export function firstDay(now: Date, days: number): string {
  return new Date(now.getTime() - (days - 1) * 86_400_000).toISOString().slice(0, 10);
}
