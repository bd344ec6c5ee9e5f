import type { KeywordRowView } from '../api/keywords.ts';
import { type PeriodView, parsePeriod } from '../base/period.ts';
import { parseView, readOneOf, useView, type View } from '../base/view.ts';

export type SortField = 'keyword' | 'visibility_score' | 'updated_at';

export const SORTS = (['keyword', 'visibility_score', 'updated_at'] as const).flatMap(
  (field) => [field, `-${field}`] as const,
);

/** The filters of the list. They are part of the URL, so that a view can be reloaded, shared and bookmarked. */
export interface KeywordFilter extends PeriodView, Pick<View, 'q' | 'tag' | 'platform'> {
  status?: 'active' | 'paused';
  /** A field name, with a leading `-` for descending order. */
  sort?: KeywordRowView['sort'];
}

/** Of the comparison. Scores in the list are of the last seven days. */
export const USUAL_DAYS = 30;

export const DEFAULT_SORT = '-visibility_score';

export function parseKeywordFilter(search: Record<string, unknown>): KeywordFilter {
  const { q, tag, platform, sort } = parseView(search);
  const status = readOneOf(search.status, ['active', 'paused']);
  return { ...parsePeriod(search), q, tag, platform, sort: readOneOf(sort, SORTS), status };
}

export function useKeywordFilter() {
  const { view, change } = useView<KeywordFilter>();
  const { q, tag, platform, status, sort = DEFAULT_SORT } = view;
  const shown: KeywordRowView = { q, tag, platform, status, sort };
  return { filter: view, shown, isFiltered: Boolean(q || tag || platform || status), change };
}

export function readSort(sort = DEFAULT_SORT): { field: string; descending: boolean } {
  return { field: sort.replace(/^-/, ''), descending: sort.startsWith('-') };
}
