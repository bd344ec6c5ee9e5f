import { compareTexts } from '../base/compare-texts.ts';
import { getOrMake } from '../base/get-or-make.ts';

/** The sources of valid answers of one keyword, day and platform. Each answer has a number, its place in `ids`. */
export interface DaySources {
  /** In order. An id contains the time of its answer. */
  ids: string[];
  /** The number of each answer's prompt. */
  prompts: number[];
  /** What answers have in common, and their numbers. */
  queries: Named[];
  brands: Named[];
  /** Pages of one domain follow each other. The owner is a brand, or empty. */
  pages: Page[];
}

type Named = [name: string, ...answers: number[]];
type Page = [key: string, domain: string, ownerId: string, ...answers: number[]];

export interface SourcedAnswer {
  id: string;
  prompt: number;
  queries: string[];
  brands: string[];
  pages: [key: string, domain: string, ownerId: string][];
}

/** The same answers in any order have the same sources. */
export function makeSources(answers: SourcedAnswer[]): DaySources {
  const sorted = [...answers].sort((a, b) => compareTexts(a.id, b.id));
  const queries = new Map<string, Named>();
  const brands = new Map<string, Named>();
  const pages = new Map<string, Page>();
  for (const [at, one] of sorted.entries()) {
    for (const query of new Set(one.queries)) getOrMake(queries, query, (): Named => [query]).push(at);
    for (const brand of new Set(one.brands)) getOrMake(brands, brand, (): Named => [brand]).push(at);
    for (const page of one.pages) getOrMake(pages, page.join(' '), (): Page => [...page]).push(at);
  }
  return {
    ids: sorted.map(({ id }) => id),
    prompts: sorted.map(({ prompt }) => prompt),
    queries: [...queries.values()].sort(([a], [b]) => compareTexts(a, b)),
    brands: [...brands.values()].sort(([a], [b]) => compareTexts(a, b)),
    pages: [...pages.values()].sort(
      (a, b) => compareTexts(a[1], b[1]) || compareTexts(a[0], b[0]) || compareTexts(a[2], b[2]),
    ),
  };
}

/** The answers with these sources: `makeSources(answersWith(sources))` equals `sources`. */
export function answersWith({ ids, prompts, queries, brands, pages }: DaySources): SourcedAnswer[] {
  const answers = ids.map(
    (id, at): SourcedAnswer => ({ id, prompt: prompts[at] ?? 0, queries: [], brands: [], pages: [] }),
  );
  for (const [query, ...list] of queries) for (const at of list) answers[at]?.queries.push(query);
  for (const [brand, ...list] of brands) for (const at of list) answers[at]?.brands.push(brand);
  for (const [key, domain, owner, ...list] of pages)
    for (const at of list) answers[at]?.pages.push([key, domain, owner]);
  return answers;
}

export function joinSources(parts: DaySources[]): DaySources {
  return makeSources(parts.flatMap(answersWith));
}
