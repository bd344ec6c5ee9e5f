import type { Answer, IngestResult, NewAnswer, ScrapedReply } from '../answer-records.ts';
import { iteratePages } from '../pages.ts';
import { path } from '../path.ts';
import type { AnswerQuery } from '../queries.ts';
import type { List } from '../records.ts';

type Sent = NewAnswer | ScrapedReply;

import type { RequestOptions } from '../settings.ts';
import type { ApiRequest, Transport } from '../transport.ts';

export function answerCalls({ json }: Transport) {
  const list = (query?: AnswerQuery, options?: RequestOptions) =>
    json<List<Answer>>({ method: 'GET', path: '/answers', query }, options);
  const ingest = (content: Pick<ApiRequest, 'body' | 'ndjson'>, options?: RequestOptions) =>
    json<List<IngestResult>>({ method: 'POST', path: '/answers', ...content }, options);
  return {
    /** One page of stored answers, newest first. All scores are computed from them. */
    list,
    iterate: (query?: AnswerQuery, options?: RequestOptions) =>
      iteratePages(
        (page: AnswerQuery) => list(page, options),
        query,
        ({ answer_id }) => answer_id,
      ),
    /** One stored answer. */
    get: (answerId: string, options?: RequestOptions) =>
      json<Answer>({ method: 'GET', path: path`/answers/${answerId}` }, options),
    /** Stores one answer and throws if it is rejected. Given several answers, returns one result for each. */
    ingest: (answers: Sent | readonly Sent[], options?: RequestOptions) =>
      ingest({ body: isList(answers) ? { answers } : answers }, options),
    /** Stores answers as NDJSON: text, or answers to serialize. At most 8 MiB and 20,000 lines. */
    ingestNdjson: (lines: string | Iterable<Sent>, options?: RequestOptions) =>
      ingest({ ndjson: typeof lines === 'string' ? lines : written(lines) }, options),
  };
}

function isList(answers: Sent | readonly Sent[]): answers is readonly Sent[] {
  return Array.isArray(answers);
}

function written(answers: Iterable<Sent>): string {
  return Array.from(answers, (answer) => `${JSON.stringify(answer)}\n`).join('');
}
