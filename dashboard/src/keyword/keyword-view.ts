import { getRouteApi } from '@tanstack/react-router';
import type { Answer } from '@visibility/sdk';
import type { AnswerLineFilter } from '../api/answers.ts';
import { type PeriodView, parsePeriod, rangeOf, readDay } from '../base/period.ts';
import { readOneOf, readText, readWhole } from '../base/view.ts';

export const USUAL_DAYS = 90;

export const TABS = ['overview', 'prompts', 'competitors', 'searches', 'answers'] as const;

/** The filters of the keyword page. They are part of the URL. */
export interface KeywordView extends PeriodView {
  /** The event whose evidence is shown. */
  event?: string;
  /** Defaults to the overview, or to the answers if they are filtered. */
  tab?: (typeof TABS)[number];
  /** Filters of the answers. */
  prompt?: string;
  platform?: string;
  status?: Answer['status'];
  named?: 'yes' | 'no';
  /** Answers with a source. */
  domain?: string;
  pageUrl?: string;
  query?: string;
  /** Answers that mention a competitor and not you. */
  gap?: true;
  /** First and last day of the answers. Default to the range of the history. */
  from?: string;
  to?: string;
  page?: number;
}

export const ANSWER_STATUSES = ['valid', 'unknown_to_platform', 'truncated', 'refused', 'failed', 'no_search'] as const;

export function parseKeywordView(search: Record<string, unknown>): KeywordView {
  return {
    ...parsePeriod(search),
    event: readText(search.event),
    tab: readOneOf(search.tab, TABS),
    prompt: readText(search.prompt),
    platform: readText(search.platform),
    status: readOneOf(search.status, ANSWER_STATUSES),
    named: readOneOf(search.named, ['yes', 'no']),
    domain: readText(search.domain),
    pageUrl: readText(search.pageUrl),
    query: readText(search.query),
    gap: search.gap === true ? true : undefined,
    from: readDay(search.from),
    to: readDay(search.to),
    page: readWhole(search.page, 2, 1_000_000),
  };
}

export const PER_PAGE = 10;

export function answerFilterOf(view: KeywordView, now: Date): AnswerLineFilter {
  const { platform, status, named, prompt, page = 1, from, to, domain, pageUrl, query, gap } = view;
  const shown = rangeOf(view, USUAL_DAYS, now);
  const range = from || to ? { since: from ?? shown.since, until: to } : shown;
  const source = { domain, page_url: pageUrl, query, gap: gap && ('true' as const) };
  return { ...range, ...source, platform, status, named, prompt_id: prompt, page, per_page: PER_PAGE };
}

const route = getRouteApi('/signed-in/keywords/$keywordId');

export function useKeywordView() {
  const view = route.useSearch();
  const { keywordId } = route.useParams();
  const navigate = route.useNavigate();
  const change = (changes: KeywordView) =>
    void navigate({
      search: (old) => ({ ...old, ...('event' in changes ? {} : { page: undefined }), ...changes }),
      replace: !('page' in changes),
      resetScroll: false,
    });
  return { keywordId, view, change };
}
