import { getRouteApi } from '@tanstack/react-router';
import type { Answer } from '@visibility/sdk';
import { readOneOf, readText, readWhole } from '../base/view.ts';

export const USUAL_DAYS = 90;

/** The filters of the keyword page. They are part of the URL. */
export interface KeywordView {
  /** Length of the history in days. Defaults to 90. */
  days?: number;
  /** The event whose evidence is shown. */
  event?: string;
  /** Filters of the answers. */
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

export function parseKeywordView(search: Record<string, unknown>): KeywordView {
  return {
    days: readWhole(search.days, 1, 400),
    event: readText(search.event),
    platform: readText(search.platform),
    status: readOneOf(search.status, ['valid', 'truncated', 'refused', 'failed']),
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

function readDay(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
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
