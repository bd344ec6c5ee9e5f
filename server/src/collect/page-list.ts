import { parseUrl } from '../base/parse-url.ts';
import { text } from './json.ts';
import type { CitedPage, Page } from './platform.ts';

type Span = [start: number, end: number];

/** Pages by address, in the order in which they come up. What is no web address is left out. */
export interface PageList {
  add(url: unknown, title?: unknown, span?: Span): void;
  cited(): CitedPage[];
  pages(): Page[];
}

export function createPageList(): PageList {
  const byUrl = new Map<string, CitedPage>();
  return {
    add(url, title, span) {
      if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !isPossiblePage(url)) return;
      const page = byUrl.get(url) ?? { url, title: undefined, spans: [] };
      page.title ??= text(title) || undefined;
      if (span) page.spans.push(span);
      byUrl.set(url, page);
    },
    cited: () => [...byUrl.values()],
    pages: () => [...byUrl.values()].map(({ url, title }) => ({ url, title })),
  };
}

const LONGEST_URL = 8_192;
/** No name in the DNS is longer, and a longer one is too long for an index. */
const LONGEST_HOST = 253;

/** Whether a page can have this address, by its length. */
export function isPossiblePage(url: string): boolean {
  return url.length <= LONGEST_URL && (parseUrl(url)?.hostname.length ?? 0) <= LONGEST_HOST;
}

/** A span of a text of this length, or undefined when the numbers make none. */
export function spanIn(length: number, start: unknown, end: unknown): Span | undefined {
  if (!Number.isInteger(start) || !Number.isInteger(end)) return undefined;
  const [from, to] = [Math.max(0, start as number), Math.min(length, end as number)];
  return from < to ? [from, to] : undefined;
}
