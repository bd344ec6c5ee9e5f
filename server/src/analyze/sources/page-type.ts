import { PAGE_RULES } from './page-rules.ts';
import type { PageType, SourceType } from './types.ts';

/** Where a page that no rule recognizes is most likely an article. */
const PUBLISHERS: SourceType[] = ['editorial', 'institutional', 'reference'];

/** What kind of page it is, from its canonical URL, its title and its site. */
export function pageTypeOf(
  url: string,
  { title = '', source }: { title?: string | undefined; source: SourceType },
): PageType {
  const { hostname, pathname, search } = new URL(url);
  const address = `${hostname}${pathname}${search}`;
  const rule = PAGE_RULES.find(({ url: inUrl, title: inTitle }) => inUrl?.test(address) || inTitle?.test(title));
  return rule?.type ?? (PUBLISHERS.includes(source) ? 'article' : 'other');
}
