import { compareTexts } from '../../base/compare-texts.ts';
import { getOrMake } from '../../base/get-or-make.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import { eachCitation, type NumberedFacts, type PageOwner } from './numbered-facts.ts';

export const GAP_KINDS = ['domain', 'page', 'query'] as const;
export type GapKind = (typeof GAP_KINDS)[number];

/** Valid answers of some keywords. Each has a number, its place in the first lists. */
export interface GapAnswers {
  ids: string[];
  askedAt: string[];
  /** The prompt of each answer. Prompts are numbered too. */
  prompts: number[];
  /** Whether it has the own brand, and whether it has a competitor. */
  isOwn: Uint8Array;
  isRival: Uint8Array;
  cells: Cell[];
  brands: AnswerLists;
  searches: Search[];
  pages: CitedPage[];
  /** By domain, by page (its key), by query (folded). */
  sources: Record<GapKind, AnswerLists>;
}

/** The prompts of one keyword on one platform, and the number of their answers. */
interface Cell {
  keywordId: string;
  platform: string;
  prompts: number[];
  answers: number;
}

/** The answers with a brand or source. An answer can be in several lists. */
type AnswerLists = Map<string, number[][]>;

/** Answers to one prompt that ran the same queries. */
interface Search {
  queries: string[];
  /** The same queries without case and spacing. */
  folded: string[];
  answers: number[];
}

interface CitedPage {
  pageKey: string;
  domain: string;
  owner: PageOwner;
  isHome: boolean;
  answers: number[];
}

/** Joins the facts of different answers. */
export function joinAnswers(parts: NumberedFacts[]): GapAnswers {
  const asked = joinAsked(parts);
  const brands: AnswerLists = new Map();
  const pages = new Map<string, Map<string, CitedPage>>();
  let first = 0;
  for (const { asked, brands: named, domains } of parts) {
    for (const [brandId, answers] of named) add(brands, brandId, moved(answers, first));
    for (const [domain, owner, cited] of domains) {
      const known = getOrMake(pages, `${domain} ${owner}`, () => new Map<string, CitedPage>());
      eachCitation(cited, (pageKey, isHome, answer) => {
        const page = getOrMake(known, pageKey, () => ({ pageKey, domain, owner, isHome, answers: [] }));
        page.answers.push(first + answer);
      });
    }
    first += asked.reduce((sum, { ids }) => sum + ids.length, 0);
  }
  return withSources({ ...asked, brands, pages: [...pages.values()].flatMap((known) => [...known.values()]) });
}

type Joined = Omit<GapAnswers, 'isOwn' | 'isRival'>;

/** An own page is no source, nor is one without a known address. A home page is counted as its domain. */
function withSources(joined: Joined): GapAnswers {
  const { ids, brands, pages, sources } = joined;
  const [isOwn, isRival] = [new Uint8Array(ids.length), new Uint8Array(ids.length)];
  for (const [brandId, lists] of brands) {
    const marks = brandId === OWN_BRAND ? isOwn : isRival;
    for (const list of lists) for (const answer of list) marks[answer] = 1;
  }
  for (const { pageKey, domain, owner, isHome, answers } of pages) {
    if (owner === 'own' || domain === 'unresolved') continue;
    add(sources.domain, domain, answers);
    if (!isHome) add(sources.page, pageKey, answers);
  }
  return { ...joined, isOwn, isRival };
}

type Asked = Pick<GapAnswers, 'ids' | 'askedAt' | 'prompts' | 'cells' | 'searches' | 'sources'>;

function joinAsked(parts: NumberedFacts[]): Asked {
  const sources = { domain: new Map(), page: new Map(), query: new Map() };
  const found: Asked = { ids: [], askedAt: [], prompts: [], cells: [], searches: [], sources };
  const cells = new Map<string, Cell>();
  const prompts = new Map<string, number>();
  for (const { keywordId, platform, promptId, queries, folded, ids, times } of parts.flatMap(({ asked }) => asked)) {
    const cell = getOrMake(cells, `${keywordId} ${platform}`, () => ({ keywordId, platform, prompts: [], answers: 0 }));
    const prompt = getOrMake(prompts, `${keywordId} ${platform} ${promptId}`, () => prompts.size);
    if (!cell.prompts.includes(prompt)) cell.prompts.push(prompt);
    const answers = ids.map((id) => {
      found.prompts.push(prompt);
      return found.ids.push(id) - 1;
    });
    for (const time of times) found.askedAt.push(time);
    cell.answers += ids.length;
    found.searches.push({ queries, folded, answers });
    for (const query of new Set(folded)) if (query !== '') add(sources.query, query, answers);
  }
  // A sum over prompts in another order has another last digit.
  const names = [...prompts.keys()];
  const byName = (a: number, b: number) => compareTexts(names[a] ?? '', names[b] ?? '');
  for (const cell of cells.values()) cell.prompts.sort(byName);
  return { ...found, cells: [...cells.values()] };
}

function moved(answers: number[], first: number): number[] {
  return answers.map((answer) => first + answer);
}

function add(lists: AnswerLists, key: string, answers: number[]): void {
  getOrMake(lists, key, () => [] as number[][]).push(answers);
}
