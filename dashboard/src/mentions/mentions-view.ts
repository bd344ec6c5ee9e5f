import type { Sentiment } from '@visibility/sdk';
import type { MentionFilter } from '../api/mentions.ts';
import { rangeOf } from '../base/period.ts';
import { oneOf, readText, viewOf } from '../base/view.ts';

export const SENTIMENTS: Sentiment[] = ['positive', 'neutral', 'negative'];

export const TABS = ['sentences', 'attributes', 'sentiment'] as const;

/** No `tab`: the newest mentions. `keyword` is an id. */
export const parseMentionsView = viewOf({ tab: oneOf(TABS), sentiment: oneOf(SENTIMENTS), keyword: readText });

export type MentionsView = ReturnType<typeof parseMentionsView>;

export const USUAL_DAYS = 30;
export const PER_PAGE = 25;

/** Of sentences and themes. Filters by sentiment and tag do not apply. */
export function countedFilterOf(view: MentionsView, now: Date) {
  const { sentiment: _, tag: __, ...filter } = mentionFilterOf(view, now);
  return filter;
}

export function mentionFilterOf(view: MentionsView, now: Date): MentionFilter & { page: number } {
  const { platform, sentiment, tag, keyword, page = 1 } = view;
  const range = rangeOf(view, USUAL_DAYS, now);
  return { ...range, platform, sentiment, tag, keyword_id: keyword, page, per_page: PER_PAGE };
}
