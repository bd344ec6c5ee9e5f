import type { Sentiment } from '@visibility/sdk';
import type { MentionFilter } from '../api/mentions.ts';
import { rangeOf } from '../base/period.ts';
import { parseView, readOneOf, readText, type View } from '../base/view.ts';

export const SENTIMENTS: Sentiment[] = ['positive', 'neutral', 'negative'];

export const TABS = ['sentences', 'attributes', 'sentiment'] as const;

export interface MentionsView extends View {
  /** Defaults to the newest mentions. */
  tab?: (typeof TABS)[number];
  sentiment?: Sentiment;
  /** A keyword's id. */
  keyword?: string;
}

export function parseMentionsView(search: Record<string, unknown>): MentionsView {
  return {
    ...parseView(search),
    tab: readOneOf(search.tab, TABS),
    sentiment: readOneOf(search.sentiment, SENTIMENTS),
    keyword: readText(search.keyword),
  };
}

export const USUAL_DAYS = 30;
export const PER_PAGE = 25;

export function mentionFilterOf(view: MentionsView, now: Date): MentionFilter & { page: number } {
  const { platform, sentiment, tag, keyword, page = 1 } = view;
  const range = rangeOf(view, USUAL_DAYS, now);
  return { ...range, platform, sentiment, tag, keyword_id: keyword, page, per_page: PER_PAGE };
}
