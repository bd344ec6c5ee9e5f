import { field, list, text, texts } from '../json.ts';
import { createPageList } from '../page-list.ts';
import { MAPPINGS, type Mapping, pageOf, readAt, type ScraperFormat } from './table.ts';

export const SCRAPER_FORMATS = MAPPINGS.map(({ format }) => format);

/** Where an answer comes from. */
export interface Provenance {
  /** The scraper. */
  source: string;
  /** The scraper's id of the request. */
  reference: string | undefined;
  country: string | undefined;
}

/** An answer in our format, as far as the reply says it. */
export interface ScrapedAnswer {
  platform: string | undefined;
  prompt: string | undefined;
  text: string;
  sources: { url: string; title: string | undefined; cited: boolean }[];
  queries: string[];
  model: string | undefined;
  asked_at: string | undefined;
  external_id: string | undefined;
  provenance: Provenance;
}

export function isScraperFormat(value: unknown): value is ScraperFormat {
  return SCRAPER_FORMATS.includes(value as ScraperFormat);
}

/** Maps the reply of a scraper. Returns why there is no answer in it, with what to do. */
export function readScraped(format: ScraperFormat, reply: unknown): ScrapedAnswer | string {
  const mapping = MAPPINGS.find((one) => one.format === format) as Mapping;
  const first = (name: Exclude<keyof Mapping, 'format' | 'surface'>) =>
    mapping[name].map((reader) => wordsOf(readAt(reply, reader))).find((words) => words !== undefined);
  const answer = first('text');
  if (answer === undefined) return missing(reply, first('error'));
  const reference = first('reference');
  return {
    platform: platformIn(reply, mapping),
    prompt: first('prompt'),
    text: answer,
    sources: sourcesIn(reply, mapping),
    queries: [...new Set(mapping.queries.flatMap((reader) => queriesOf(readAt(reply, reader))))],
    model: first('model'),
    asked_at: timeOf(first('askedAt')),
    external_id: reference && `${format}:${reference}`,
    provenance: { source: format, reference, country: first('country') },
  };
}

/** The replies in a file: a list, DataForSEO's list of tasks, or one reply. */
export function repliesIn(format: ScraperFormat, content: unknown): unknown[] {
  if (Array.isArray(content)) return content.flatMap((one) => repliesIn(format, one));
  return format === 'dataforseo' && Array.isArray(field(content, 'tasks')) ? list(field(content, 'tasks')) : [content];
}

function missing(reply: unknown, error: string | undefined): string {
  if (error !== undefined) return `reply: the scraper reported an error: ${error.slice(0, 200)}`;
  if (field(reply, 'ai_overview', 'page_token') !== undefined) {
    return 'reply: has only a page_token. Request ai_overview.serpapi_link, and send that reply';
  }
  if (list(field(reply, 'tasks')).length > 0) return 'reply: must be one element of tasks';
  return 'reply: contains no answer. The platform may have shown none';
}

function platformIn(reply: unknown, { surface }: Mapping): string | undefined {
  const value = wordsOf(readAt(reply, surface.at))?.toLowerCase() ?? '';
  return surface.platforms.find(([contains]) => value.includes(contains))?.[1];
}

function sourcesIn(reply: unknown, { cited, retrieved }: Mapping): ScrapedAnswer['sources'] {
  const pagesAt = (readers: Mapping['cited']) => {
    const pages = createPageList();
    for (const entry of readers.flatMap((reader) => list(readAt(reply, reader)))) {
      const { url, title } = pageOf(entry);
      pages.add(url, title);
    }
    return pages.pages();
  };
  const used = pagesAt(cited);
  const urls = new Set(used.map(({ url }) => url));
  const rest = pagesAt(retrieved).filter(({ url }) => !urls.has(url));
  return [...used.map((page) => ({ ...page, cited: true })), ...rest.map((page) => ({ ...page, cited: false }))];
}

function wordsOf(value: unknown): string | undefined {
  return text(value)?.trim() || (typeof value === 'number' ? String(value) : undefined);
}

/** One query, or a list of them. */
function queriesOf(value: unknown): string[] {
  return texts(Array.isArray(value) ? value : [value]).filter((query) => query.trim() !== '');
}

/** `2026-11-10 08:15:00 UTC` and `2026-11-10 08:15:00 +00:00` are no ISO times. */
function timeOf(words: string | undefined): string | undefined {
  const at = words === undefined ? Number.NaN : Date.parse(words);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
