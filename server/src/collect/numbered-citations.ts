import { codeParts } from '../base/markdown-code.ts';
import { createPageList } from './page-list.ts';
import type { CitedPage, Page } from './platform.ts';

/** `[1]`, `[1, 2]`, `[^1^]`, `[1-3]`, `[web:1]`, `【1】`; not `[1](https://…)`, which is a link. */
const MARKER =
  /\[(?:web:)?(\^?\d{1,3}\^?(?:\s?[,;–-]\s?(?:web:)?\^?\d{1,3}\^?)*)\](?!\()|【(\d{1,3})(?:†[^】\n]{0,100})?】/g;
const MOST_IN_RANGE = 50;

/** The pages that a marker in the text refers to, by their number. `[0]` and `[99]` refer to nothing. */
export function numberedCitations(answer: string, pages: Map<number, Page>): CitedPage[] {
  const cited = createPageList();
  const code = codeParts(answer);
  for (const marker of answer.matchAll(MARKER)) {
    const span: [number, number] = [marker.index, marker.index + marker[0].length];
    // `items[1]` in code is not a citation.
    if (code.some(({ start, end }) => start <= span[0] && span[0] < end)) continue;
    for (const number of new Set(numbersIn(marker[1] ?? marker[2] ?? ''))) {
      const page = pages.get(number);
      cited.add(page?.url, page?.title, span);
    }
  }
  return cited.cited();
}

function numbersIn(marker: string): number[] {
  return [...marker.matchAll(/(\d+)(?:\^?\s?[–-]\s?\^?(\d+))?/g)].flatMap(([, first, last]) => {
    const from = Number(first);
    const count = Math.min(MOST_IN_RANGE, Number(last ?? first) - from + 1);
    return Array.from({ length: Math.max(1, count) }, (_, index) => from + index);
  });
}
