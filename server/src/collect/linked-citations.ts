import { createPageList } from './page-list.ts';
import type { CitedPage } from './platform.ts';

/** `[Acme](https://acme.io/)` and `[[1]](https://acme.io/)`. An address may contain a pair of parentheses. */
const LINK = /\[(?:[^[\]]|\[[^[\]]*\])*\]\((https?:\/\/(?:[^\s()]|\([^\s()]*\))+)\)/g;

/** For a platform that links its sources in the text: links to these pages are citations, other links are not. */
export function linkedCitations(answer: string, titles: Map<string, string | undefined>): CitedPage[] {
  const cited = createPageList();
  for (const link of answer.matchAll(LINK)) {
    const url = link[1] ?? '';
    if (titles.has(url)) cited.add(url, titles.get(url), [link.index, link.index + link[0].length]);
  }
  return cited.cited();
}
