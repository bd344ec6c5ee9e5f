import { getOrMake } from '../../base/get-or-make.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import type { GapFact } from './gap-facts.ts';

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
  owner: 'own' | 'competitor' | 'other';
  answers: number[];
}

/** An own page is no source, nor is one without a known address. A home page is counted as its domain. */
export function numberAnswers(facts: GapFact[]): GapAnswers {
  const asked = numberAsked(facts);
  const numbers = new Map<string, number>();
  for (const [number, id] of asked.ids.entries()) numbers.set(id, number);
  const [isOwn, isRival] = [new Uint8Array(numbers.size), new Uint8Array(numbers.size)];
  const { domain: domains, page: pageKeys } = asked.sources;
  const brands: AnswerLists = new Map();
  const pages: CitedPage[] = [];
  for (const { asked, answerIds, brandId, pageKey, domain = '', owner = 'other', isHome } of facts) {
    if (asked !== undefined) continue;
    const answers = numbersOf(answerIds, numbers);
    if (brandId !== undefined) {
      add(brands, brandId, answers);
      const marks = brandId === OWN_BRAND ? isOwn : isRival;
      for (const answer of answers) marks[answer] = 1;
    }
    if (pageKey === undefined) continue;
    pages.push({ pageKey, domain, owner, answers });
    if (owner === 'own' || domain === 'unresolved') continue;
    add(domains, domain, answers);
    if (!isHome) add(pageKeys, pageKey, answers);
  }
  return { ...asked, isOwn, isRival, brands, pages };
}

type Asked = Pick<GapAnswers, 'ids' | 'askedAt' | 'prompts' | 'cells' | 'searches' | 'sources'>;

function numberAsked(facts: GapFact[]): Asked {
  const sources = { domain: new Map(), page: new Map(), query: new Map() };
  const found: Asked = { ids: [], askedAt: [], prompts: [], cells: [], searches: [], sources };
  const cells = new Map<string, Cell>();
  const prompts = new Map<string, number>();
  // PostgreSQL returns groups in any order, and a sum over prompts in another order has another last digit.
  for (const { asked = '', askedAt = '', folded = [], answerIds } of facts.filter(isAsked).sort(byAsked)) {
    const [keywordId = '', platform = '', promptId, json = ''] = asked.split('\n');
    const cell = getOrMake(cells, `${keywordId} ${platform}`, () => ({ keywordId, platform, prompts: [], answers: 0 }));
    const prompt = getOrMake(prompts, `${keywordId} ${platform} ${promptId}`, () => prompts.size);
    if (!cell.prompts.includes(prompt)) cell.prompts.push(prompt);
    const answers = answerIds.split('\n').map((id) => {
      found.prompts.push(prompt);
      return found.ids.push(id) - 1;
    });
    for (const time of askedAt.split('\n')) found.askedAt.push(time);
    cell.answers += answers.length;
    const queries: string[] = JSON.parse(json);
    found.searches.push({ queries, folded, answers });
    for (const query of new Set(folded)) if (query !== '') add(sources.query, query, answers);
  }
  return { ...found, cells: [...cells.values()] };
}

function isAsked({ asked }: GapFact): boolean {
  return asked !== undefined;
}

function byAsked({ asked: a = '' }: GapFact, { asked: b = '' }: GapFact): number {
  return a < b ? -1 : 1;
}

/** Without answers that are not valid. */
function numbersOf(ids: string, numbers: Map<string, number>): number[] {
  const found: number[] = [];
  for (const id of ids.split('\n')) {
    const number = numbers.get(id);
    if (number !== undefined) found.push(number);
  }
  return found;
}

function add(lists: AnswerLists, key: string, answers: number[]): void {
  getOrMake(lists, key, () => [] as number[][]).push(answers);
}
