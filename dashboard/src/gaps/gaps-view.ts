import { parseView, readOneOf, readText, type View } from '../base/view.ts';
import { SOURCE_TYPES } from '../citations/source-words.ts';
import type { Gap } from './gap-words.ts';

export interface GapsView extends View {
  /** A keyword's id. */
  keyword?: string;
  competitor?: string;
  kind?: Gap['kind'];
  type?: NonNullable<Gap['source_type']>;
}

export function parseGapsView(search: Record<string, unknown>): GapsView {
  return {
    ...parseView(search),
    keyword: readText(search.keyword),
    competitor: readText(search.competitor),
    kind: readOneOf(search.kind, ['domain', 'page', 'query']),
    type: readOneOf(search.type, SOURCE_TYPES),
  };
}
