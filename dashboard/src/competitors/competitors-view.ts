import { parseView, readText, type View } from '../base/view.ts';

export interface CompetitorsView extends View {
  /** The competitor to compare with. */
  rival?: string | undefined;
}

export function parseCompetitorsView(search: Record<string, unknown>): CompetitorsView {
  return { ...parseView(search), rival: readText(search.rival) };
}
