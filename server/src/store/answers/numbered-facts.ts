import { compareTexts } from '../../base/compare-texts.ts';
import { getOrMake } from '../../base/get-or-make.ts';
import type { GapFact } from './gap-facts.ts';

/** Facts of valid answers, which are numbered in the order of `asked`. Arrays, because they are stored as JSON. */
export interface NumberedFacts {
  asked: AskedAnswers[];
  /** The answers that mention a brand, or cite a page of it. An answer can be in several lists. */
  brands: [brandId: string, answers: number[]][];
  domains: [domain: string, owner: PageOwner, pages: FlatPages][];
}

/**
 * For each page: its key, 1 if it is the home page, the number of its answers, and these. With an array per page, the
 * garbage collector takes longer than reading.
 */
type FlatPages = (string | number)[];

/** Answers to one prompt that ran the same queries. */
interface AskedAnswers {
  keywordId: string;
  platform: string;
  promptId: string;
  queries: string[];
  /** The same queries without case and spacing. */
  folded: string[];
  ids: string[];
  times: string[];
}

export type PageOwner = 'own' | 'competitor' | 'other';

/** The same facts in any order give the same result. */
export function numberFacts(facts: GapFact[]): NumberedFacts {
  const asked = facts.flatMap(askedAnswers).sort((a, b) => compareTexts(keyOf(a), keyOf(b)));
  const numbers = new Map<string, number>();
  for (const { ids } of asked) for (const id of ids) numbers.set(id, numbers.size);
  const brands: NumberedFacts['brands'] = [];
  const domains = new Map<string, NumberedFacts['domains'][0]>();
  const sorted = [...facts].sort((a, b) => compareTexts(a.pageKey ?? '', b.pageKey ?? ''));
  for (const { asked: isAsked, answerIds, brandId, pageKey, domain = '', owner = 'other', isHome } of sorted) {
    if (isAsked !== undefined) continue;
    const answers = numbersOf(answerIds, numbers);
    if (brandId !== undefined) brands.push([brandId, answers]);
    if (pageKey === undefined) continue;
    const [, , pages] = getOrMake(domains, `${domain} ${owner}`, () => [domain, owner, []]);
    pages.push(pageKey, Number(isHome), answers.length, ...answers);
  }
  const byName = ([a]: [string, ...unknown[]], [b]: [string, ...unknown[]]) => compareTexts(a, b);
  brands.sort((a, b) => byName(a, b) || compareTexts(a[1].join(), b[1].join()));
  return { asked, brands, domains: [...domains.values()].sort((a, b) => byName(a, b) || compareTexts(a[1], b[1])) };
}

/** Calls `use` with each page and answer that cites it. */
export function eachCitation(pages: FlatPages, use: (pageKey: string, isHome: boolean, answer: number) => void): void {
  for (let at = 0; at < pages.length; ) {
    const pageKey = pages[at] as string;
    const isHome = pages[at + 1] === 1;
    const end = at + 3 + (pages[at + 2] as number);
    for (at += 3; at < end; at++) use(pageKey, isHome, pages[at] as number);
  }
}

function askedAnswers({ asked, askedAt = '', folded = [], answerIds }: GapFact): AskedAnswers[] {
  if (asked === undefined) return [];
  const [keywordId = '', platform = '', promptId = '', json = ''] = asked.split('\n');
  const times = askedAt.split('\n');
  const answers = answerIds.split('\n').map((id, place) => ({ id, time: times[place] ?? '' }));
  answers.sort((a, b) => compareTexts(a.id, b.id));
  const [ids, sorted] = [answers.map(({ id }) => id), answers.map(({ time }) => time)];
  return [{ keywordId, platform, promptId, queries: JSON.parse(json), folded, ids, times: sorted }];
}

function keyOf({ keywordId, platform, promptId, queries }: AskedAnswers): string {
  return [keywordId, platform, promptId, ...queries].join('\n');
}

/** Without answers that are not valid. */
function numbersOf(ids: string, numbers: Map<string, number>): number[] {
  const found: number[] = [];
  for (const id of ids.split('\n')) {
    const number = numbers.get(id);
    if (number !== undefined) found.push(number);
  }
  return found.sort((a, b) => a - b);
}
