import type { SourcePage } from '../../analyze/sources/classify.ts';
import { compareTexts } from '../../base/compare-texts.ts';
import { timeOfId } from '../../base/id.ts';
import { type Db, planned, sql } from '../db.ts';
import { rowSet } from '../row-set.ts';
import type { GapAnswers } from './gap-answers.ts';
import type { GapSource } from './gap-cells.ts';

/** What is behind a gap. */
export interface GapEvidence {
  /** The query as the latest answer spells it. */
  query: string | undefined;
  /** The page, or the pages of the domain that are cited most. None for a query. */
  pages: PageCount[];
  /** Answers that mention or cite each competitor, most first. */
  competitors: { competitorId: string; answers: number }[];
  /** Answers with the source and a competitor, but not the brand: how many, and the latest. */
  answers: number;
  answerIds: string[];
}

/** How often a page is cited, and the latest answer that cites it. */
export interface PageCount extends Pick<SourcePage, 'domain' | 'owner'> {
  pageKey: string;
  citations: number;
  keywordId: string;
  answerId: string;
  askedAt: Date;
}

const MOST_IDS = 10;
const MOST_PAGES = 20;

export function findEvidence(answers: GapAnswers, gap: GapSource): GapEvidence {
  const { ids, prompts, isOwn, isRival, sources, cells, brands } = answers;
  const cell = cells.find(({ keywordId, platform }) => keywordId === gap.keywordId && platform === gap.platform);
  const inCell = new Set(cell?.prompts);
  const isInCell = (answer: number) => inCell.has(prompts[answer] ?? -1);
  const isMissing = (answer: number) => isInCell(answer) && isRival[answer] === 1 && isOwn[answer] === 0;
  const missing = new Set(sources[gap.kind].get(gap.source)?.flatMap((list) => list.filter(isMissing)));
  // A set would be read tens of thousands of times.
  const marks = new Uint8Array(ids.length);
  for (const answer of missing) marks[answer] = 1;
  const rivals = [...brands].map(([competitorId, lists]) => {
    const theirs = new Set(lists.flatMap((list) => list.filter((answer) => marks[answer] === 1)));
    return { answers: theirs.size, competitorId };
  });
  return {
    query: spellingOf(answers, gap, isInCell),
    pages: countPages(answers, gap, isInCell),
    competitors: rivals
      .filter((rival) => rival.answers > 0)
      .sort((a, b) => b.answers - a.answers || (a.competitorId < b.competitorId ? -1 : 1)),
    answers: missing.size,
    answerIds: latestOf(answers, [...missing])
      .slice(0, MOST_IDS)
      .map((answer) => ids[answer] ?? ''),
  };
}

/** Ids begin with the time. */
function latestOf({ ids }: GapAnswers, list: number[]): number[] {
  return list.sort((a, b) => compareTexts(ids[b] ?? '', ids[a] ?? ''));
}

type Condition = (answer: number) => boolean;

function spellingOf(answers: GapAnswers, { kind, source }: GapSource, isInCell: Condition): string | undefined {
  if (kind !== 'query') return undefined;
  const searches = answers.searches.filter(({ folded }) => folded === source);
  const [latest] = latestOf(
    answers,
    searches.flatMap((search) => search.answers.filter(isInCell)),
  );
  return searches.find((search) => latest !== undefined && search.answers.includes(latest))?.query;
}

function countPages(answers: GapAnswers, { kind, source, keywordId }: GapSource, isInCell: Condition): PageCount[] {
  const of = { domain: 'domain', page: 'pageKey', query: undefined } as const;
  const field = of[kind];
  if (field === undefined) return [];
  return answers.pages
    .filter((page) => page[field] === source)
    .flatMap(({ pageKey, domain, owner, answers: citing }) => {
      const [latest, ...others] = latestOf(answers, citing.filter(isInCell));
      if (latest === undefined) return [];
      const answerId = answers.ids[latest] ?? '';
      const askedAt = timeOfId(answerId);
      return [{ pageKey, domain, owner, citations: others.length + 1, keywordId, answerId, askedAt }];
    })
    .sort((a, b) => b.citations - a.citations || (a.pageKey < b.pageKey ? -1 : 1))
    .slice(0, MOST_PAGES);
}

/** The addresses and titles of pages. Without pages that were deleted since they were counted. */
export async function readPages(db: Db, workspaceId: string, pages: PageCount[]): Promise<Map<PageCount, SourcePage>> {
  if (pages.length === 0) return new Map();
  const wanted = pages.map((page, place) => ({ ...page, place }));
  const columns = {
    place: 'integer',
    pageKey: 'bigint',
    keywordId: 'text',
    answerId: 'text',
    askedAt: 'timestamptz',
  } as const;
  const rows = await db.records<{ place: number; canonicalUrl: string; title: string }>(
    planned(sql`select w.place, f.canonical_url, coalesce(f.title, p.title, '') as title
        from ${rowSet('w', wanted, columns)}
        cross join lateral (
          select c.canonical_url, c.title, c.page_key
          from citations c
          where c.workspace_id = ${workspaceId}
            and c.keyword_id = w.keyword_id
            and c.detected_at = w.asked_at
            and c.answer_id = w.answer_id
            and c.page_key = w.page_key
            and c.kind = 'cited'
          limit 1
        ) f
        left join cited_pages p on p.workspace_id = ${workspaceId} and p.page_key = f.page_key`),
  );
  return new Map(
    rows.flatMap(({ place, ...found }) => {
      const page = pages[place];
      return page ? [[page, { ...found, domain: page.domain, owner: page.owner }]] : [];
    }),
  );
}
