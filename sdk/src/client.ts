import type { IngestResult, Keyword, NewAnswer, NewKeyword, ScrapedReply } from './generated/records.ts';
import { resourcesOf } from './generated/resources.ts';
import type { List } from './records.ts';
import { type ClientOptions, type RateLimit, type RequestOptions, readOptions } from './settings.ts';
import { type ApiRequest, createTransport } from './transport.ts';

export type Client = ReturnType<typeof createClient>;

/** Simulating a month takes longer than the default timeout. */
const ADVANCE_TIMEOUT_MS = 300_000;

/** A client for one workspace, selected by the API key. The returned object does not expose the key. */
export function createClient(options: ClientOptions) {
  const transport = createTransport(readOptions(options));
  const resources = resourcesOf(transport);
  const { json } = transport;
  const ingest = (content: Pick<ApiRequest, 'body' | 'ndjson'>, options?: RequestOptions) =>
    json<List<IngestResult>>({ method: 'POST', path: '/answers', ...content }, options);
  return {
    ...resources,
    keywords: {
      ...resources.keywords,
      /** Adds a keyword. */
      create: (keyword: NewKeyword, options?: RequestOptions) =>
        json<Keyword>({ method: 'POST', path: '/keywords', body: keyword }, options),
      /** Adds up to 1,000 keywords in one request. If one is invalid, none is added. */
      createMany: (keywords: readonly NewKeyword[], options?: RequestOptions) =>
        json<List<Keyword>>({ method: 'POST', path: '/keywords', body: { keywords } }, options),
    },
    answers: {
      ...resources.answers,
      /** Stores one answer and throws if it is rejected. Given several answers, returns one result for each. */
      ingest: (answers: Sent | readonly Sent[], options?: RequestOptions) =>
        ingest({ body: Array.isArray(answers) ? { answers } : answers }, options),
      /** Stores answers as NDJSON: text, or answers to serialize. At most 8 MiB and 20,000 lines. */
      ingestNdjson: (lines: string | Iterable<Sent>, options?: RequestOptions) =>
        ingest({ ndjson: typeof lines === 'string' ? lines : written(lines) }, options),
    },
    sandbox: {
      /** Advances the clock of the test workspace. Requires a test key. */
      advance: (seconds: number, options?: RequestOptions) =>
        resources.sandbox.advance(seconds, { timeoutMs: ADVANCE_TIMEOUT_MS, ...options }),
    },
    /** The hourly rate limit from the latest response; undefined before the first one. */
    get rateLimit(): RateLimit | undefined {
      return transport.rateLimit;
    },
  };
}

type Sent = NewAnswer | ScrapedReply;

function written(answers: Iterable<Sent>): string {
  return Array.from(answers, (answer) => `${JSON.stringify(answer)}\n`).join('');
}
