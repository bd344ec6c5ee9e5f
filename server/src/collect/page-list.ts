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
      if (typeof url !== 'string' || !/^https?:\/\//i.test(url)) return;
      const page = byUrl.get(url) ?? { url, title: undefined, spans: [] };
      page.title ??= text(title) || undefined;
      if (span) page.spans.push(span);
      byUrl.set(url, page);
    },
    cited: () => [...byUrl.values()],
    pages: () => [...byUrl.values()].map(({ url, title }) => ({ url, title })),
  };
}

/** A span of a text of this length, or undefined when the numbers make none. */
export function spanIn(length: number, start: unknown, end: unknown): Span | undefined {
  if (!Number.isInteger(start) || !Number.isInteger(end)) return undefined;
  const [from, to] = [Math.max(0, start as number), Math.min(length, end as number)];
  return from < to ? [from, to] : undefined;
}
