import type { PageOwner } from '../api/answers.ts';
import type { CitationFilter } from '../api/citations.ts';
import { rangeOf } from '../base/period.ts';
import { oneOf, readText, viewOf } from '../base/view.ts';
import { SOURCE_TYPES } from './source-words.ts';

export const OWNERS = { own: 'Your pages', competitor: 'Competitors’ pages', other: 'Other pages' };
const TABS = ['pages', 'newest'] as const;

export const USUAL_DAYS = 30;

/** No `tab`: by domain. `owner` filters single citations, `type` domains and pages. `keyword` is an id. */
export const parseCitationsView = viewOf({
  tab: oneOf(TABS),
  owner: oneOf(Object.keys(OWNERS) as PageOwner[]),
  type: oneOf(SOURCE_TYPES),
  keyword: readText,
  domain: readText,
  url: readText,
});

export type CitationsView = ReturnType<typeof parseCitationsView>;

export const PER_PAGE = 25;

export function citationFilterOf(view: CitationsView, now: Date): CitationFilter {
  const { tab, platform, owner, type, keyword, domain, url } = view;
  const kind = tab === 'newest' ? { owner } : { type };
  return { ...rangeOf(view, USUAL_DAYS, now), platform, ...kind, keyword_id: keyword, domain, page_url: url };
}
