import type { Sentiment } from '@visibility/sdk';
import { parseView, readOneOf, readText, type View } from '../base/view.ts';

export const SENTIMENTS: Sentiment[] = ['positive', 'neutral', 'negative'];

export interface MentionsView extends View {
  sentiment?: Sentiment;
  /** A keyword's id. */
  keyword?: string;
}

export function parseMentionsView(search: Record<string, unknown>): MentionsView {
  return {
    ...parseView(search),
    sentiment: readOneOf(search.sentiment, SENTIMENTS),
    keyword: readText(search.keyword),
  };
}
