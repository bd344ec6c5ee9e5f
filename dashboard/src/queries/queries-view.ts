import { parseView, readText, type View } from '../base/view.ts';

export interface QueriesView extends View {
  /** A keyword's id. */
  keyword?: string;
}

export function parseQueriesView(search: Record<string, unknown>): QueriesView {
  return { ...parseView(search), keyword: readText(search.keyword) };
}
