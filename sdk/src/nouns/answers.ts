import { iteratePages } from '../pages.ts';
import type { AnswerQuery } from '../queries.ts';
import type { Answer, IngestResult, List, NewAnswer } from '../records.ts';
import type { RequestOptions } from '../settings.ts';
import type { ApiRequest, Transport } from '../transport.ts';

export function answerCalls({ json }: Transport) {
  const list = (query?: AnswerQuery, options?: RequestOptions) =>
    json<List<Answer>>({ method: 'GET', path: '/answers', query }, options);
  const ingest = (content: Pick<ApiRequest, 'body' | 'ndjson'>, options?: RequestOptions) =>
    json<List<IngestResult>>({ method: 'POST', path: '/answers', ...content }, options);
  return {
    /** One page of stored answers, newest first: the evidence behind every number. */
    list,
    iterate: (query?: AnswerQuery, options?: RequestOptions) =>
      iteratePages(
        (page: AnswerQuery) => list(page, options),
        query,
        ({ answer_id }) => answer_id,
      ),
    /** Hands in one answer, which is stored or thrown back, or several, of which each has its own result. */
    ingest: (answers: NewAnswer | readonly NewAnswer[], options?: RequestOptions) =>
      ingest({ body: isList(answers) ? { answers } : answers }, options),
    /** Hands in lines of JSON, as text or as answers to be written so. At most 8 MiB and 20,000 lines. */
    ingestNdjson: (lines: string | Iterable<NewAnswer>, options?: RequestOptions) =>
      ingest({ ndjson: typeof lines === 'string' ? lines : written(lines) }, options),
  };
}

function isList(answers: NewAnswer | readonly NewAnswer[]): answers is readonly NewAnswer[] {
  return Array.isArray(answers);
}

function written(answers: Iterable<NewAnswer>): string {
  return Array.from(answers, (answer) => `${JSON.stringify(answer)}\n`).join('');
}
