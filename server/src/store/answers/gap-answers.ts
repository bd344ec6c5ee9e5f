import { getOrMake } from '../../base/get-or-make.ts';
import { pageKey } from '../../base/page-key.ts';
import type { PageOwner } from '../../score/sum-day.ts';
import type { KeywordSources } from '../sums/read.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import { foldQuery } from './source-filter.ts';

export const GAP_KINDS = ['domain', 'page', 'query'] as const;
export type GapKind = (typeof GAP_KINDS)[number];

/** Valid answers of some keywords. Each has a number, its place in the first lists. */
export interface GapAnswers {
  ids: string[];
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

/** Answers that ran the same query. */
interface Search {
  query: string;
  /** The query without case and spacing. */
  folded: string;
  answers: number[];
}

interface CitedPage {
  pageKey: string;
  domain: string;
  owner: PageOwner;
  isHome: boolean;
  answers: number[];
}

/** Joins the sources of different answers. */
export function joinAnswers(parts: KeywordSources[]): GapAnswers {
  const asked = joinAsked(parts);
  const count = asked.ids.length;
  const found = { ...asked, isOwn: new Uint8Array(count), isRival: new Uint8Array(count) };
  const pages = new Map<string, CitedPage>();
  const isHome = homeFinder();
  let first = 0;
  for (const { sources } of parts) {
    for (const [brandId, ...answers] of sources.brands) addBrand(found, brandId, moved(answers, first));
    for (const [key, domain, owner, ...answers] of sources.pages) {
      const page = getOrMake(pages, `${key} ${owner}`, () => ({
        pageKey: key,
        domain,
        owner: ownerOf(owner),
        isHome: isHome(domain, key),
        answers: [],
      }));
      for (const answer of answers) page.answers.push(first + answer);
      if (owner !== '') addBrand(found, owner, moved(answers, first));
    }
    first += sources.ids.length;
  }
  for (const page of pages.values()) addPage(found, page);
  return found;
}

function addBrand({ brands, isOwn, isRival }: GapAnswers, brandId: string, answers: number[]): void {
  add(brands, brandId, answers);
  const marks = brandId === OWN_BRAND ? isOwn : isRival;
  for (const answer of answers) marks[answer] = 1;
}

/** An own page is no source, nor is one without a known address. A home page is counted as its domain. */
function addPage({ pages, sources }: GapAnswers, page: CitedPage): void {
  const { pageKey, domain, owner, isHome, answers } = page;
  pages.push(page);
  if (owner === 'own' || domain === 'unresolved') return;
  add(sources.domain, domain, answers);
  if (!isHome) add(sources.page, pageKey, answers);
}

function ownerOf(brandId: string): PageOwner {
  if (brandId === '') return 'other';
  return brandId === OWN_BRAND ? 'own' : 'competitor';
}

function homeFinder(): (domain: string, key: string) => boolean {
  const homes = new Map<string, string>();
  return (domain, key) => getOrMake(homes, domain, () => pageKey(`https://${domain}`)) === key;
}

type Asked = Omit<GapAnswers, 'isOwn' | 'isRival'>;

function joinAsked(parts: KeywordSources[]): Asked {
  const sources = { domain: new Map(), page: new Map(), query: new Map() };
  const found: Asked = { ids: [], prompts: [], cells: [], brands: new Map(), searches: [], pages: [], sources };
  const cells = new Map<string, Cell>();
  const prompts = new Map<string, number>();
  const numbers: number[] = [];
  for (const { keywordId, platform, sources: of } of parts) {
    const name = `${keywordId} ${platform}`;
    const cell = getOrMake(cells, name, () => ({ keywordId, platform, prompts: [], answers: 0 }));
    const first = found.ids.length;
    for (const [at, id] of of.ids.entries()) {
      const number = of.prompts[at] ?? 0;
      const prompt = getOrMake(prompts, `${name} ${number}`, () => numbers.push(number) - 1);
      if (!cell.prompts.includes(prompt)) cell.prompts.push(prompt);
      found.prompts.push(prompt);
      found.ids.push(id);
    }
    cell.answers += of.ids.length;
    for (const [query, ...list] of of.queries) addSearch(found, query, moved(list, first));
  }
  // A sum over prompts in another order has another last digit.
  for (const cell of cells.values()) cell.prompts.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
  return { ...found, cells: [...cells.values()] };
}

function addSearch({ searches, sources }: Asked, query: string, answers: number[]): void {
  const folded = foldQuery(query);
  searches.push({ query, folded, answers });
  if (folded !== '') add(sources.query, folded, answers);
}

function moved(answers: number[], first: number): number[] {
  return answers.map((answer) => first + answer);
}

function add(lists: AnswerLists, key: string, answers: number[]): void {
  getOrMake(lists, key, () => [] as number[][]).push(answers);
}
