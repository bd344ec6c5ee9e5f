import { parseUrl } from '../base/parse-url.ts';
import { text } from './json.ts';
import type { CitedPage, Page } from './platform.ts';

type Span = [start: number, end: number];

/** Pages by URL, in order of appearance. Entries that are not web URLs are left out. */
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
/** The maximum length of a DNS name. A longer one would be too long for an index. */
const LONGEST_HOST = 253;

/** Whether a page can have this URL, judging by its length. */
export function isPossiblePage(url: string): boolean {
  return url.length <= LONGEST_URL && (parseUrl(url)?.hostname.length ?? 0) <= LONGEST_HOST;
}

/** A span inside a text of this length. Undefined if the numbers are invalid. */
export function spanIn(length: number, start: unknown, end: unknown): Span | undefined {
  if (!Number.isInteger(start) || !Number.isInteger(end)) return undefined;
  const [from, to] = [Math.max(0, start as number), Math.min(length, end as number)];
  return from < to ? [from, to] : undefined;
}
