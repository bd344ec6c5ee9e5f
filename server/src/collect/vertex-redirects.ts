import { type Dispatcher, fetch } from 'undici';
import { withDeadline } from '../base/deadline.ts';
import { parseUrl } from '../base/parse-url.ts';
import { isPossiblePage } from './page-list.ts';
import type { Answer, Page } from './platform.ts';

const HOST = 'vertexaisearch.cloud.google.com';
const MOST_REMEMBERED = 10_000;

/** Where a redirect leads. Undefined if it cannot be resolved or is not Google's. */
export type ResolveRedirect = (url: string) => Promise<string | undefined>;

export interface RedirectOptions {
  dispatcher?: Dispatcher;
  fetch?: (url: string, init: { redirect: 'manual'; signal: AbortSignal }) => Promise<RedirectReply>;
  timeoutMs?: number;
}

interface RedirectReply {
  headers: { get(name: string): string | null };
  body: { cancel(): Promise<unknown> } | null;
}

/**
 * Resolves Google's grounding redirects, each URL once. Only that host is contacted and the target page is never
 * fetched, so an answer cannot make us contact other hosts. The links expire, so resolve them soon after collecting.
 */
export function createRedirectResolver(options: RedirectOptions = {}): ResolveRedirect {
  const known = new Map<string, Promise<string | undefined>>();
  return (url) => {
    if (!isRedirect(url)) return Promise.resolve(undefined);
    let target = known.get(url);
    if (!target) {
      target = follow(url, options);
      known.set(url, target);
      const [oldest] = known.keys();
      if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
    }
    return target;
  };
}

/**
 * The answer with redirects replaced by their pages. An unresolved redirect stays, and its title usually names the
 * domain.
 */
export async function withResolvedPages(answer: Answer, resolve: ResolveRedirect): Promise<Answer> {
  const resolved = <T extends Page>(pages: T[]) =>
    Promise.all(pages.map(async (page) => ({ ...page, url: (await resolve(page.url)) ?? page.url })));
  return { ...answer, cited: await resolved(answer.cited), retrieved: await resolved(answer.retrieved) };
}

function isRedirect(url: string): boolean {
  const parsed = parseUrl(url);
  return parsed?.protocol === 'https:' && parsed.host === HOST;
}

async function follow(url: string, { dispatcher, timeoutMs = 8_000, ...options }: RedirectOptions) {
  try {
    const init = { redirect: 'manual' as const, ...(dispatcher && { dispatcher }) };
    const reply = await withDeadline(timeoutMs, undefined, async (signal) => {
      const answered = await (options.fetch ?? fetch)(url, { ...init, signal });
      await answered.body?.cancel();
      return answered;
    });
    const target = reply.headers.get('location') ?? '';
    const isPage = /^https?:\/\//i.test(target) && parseUrl(target) && isPossiblePage(target) && !isRedirect(target);
    return isPage ? target : undefined;
  } catch {
    return undefined;
  }
}
