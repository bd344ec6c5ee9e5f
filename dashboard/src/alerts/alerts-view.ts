import { parseView, readText, type View } from '../base/view.ts';

export interface AlertsView extends View {
  /** Filters the history by alert. */
  rule?: string | undefined;
}

export function parseAlertsView(search: Record<string, unknown>): AlertsView {
  return { ...parseView(search), rule: readText(search.rule) };
}
