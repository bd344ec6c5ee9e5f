import type { Gap, MentionSentence, SearchQuery, SentimentPoint, Theme } from '../insight-records.ts';
import { iteratePages } from '../pages.ts';
import type {
  CitationQuery,
  FindingQuery,
  GapQuery,
  MentionQuery,
  SearchQueryQuery,
  SentimentQuery,
} from '../queries.ts';
import type { Citation, List, Mention } from '../records.ts';
import type { RequestOptions } from '../settings.ts';
import type { Transport } from '../transport.ts';

export function mentionCalls(transport: Transport) {
  const { json } = transport;
  const list = (query?: MentionQuery, options?: RequestOptions) =>
    json<List<Mention>>({ method: 'GET', path: '/mentions', query }, options);
  return {
    /** One page of mentions of your brand, newest first. Default range: the last 30 days. */
    list,
    iterate: (query?: MentionQuery, options?: RequestOptions) =>
      iteratePages(
        (page: MentionQuery) => list(page, options),
        query,
        ({ mention_id }) => mention_id,
      ),
    sentiment: sentimentCalls(transport),
  };
}

function sentimentCalls({ json }: Transport) {
  const list = (query?: SentimentQuery, options?: RequestOptions) =>
    json<List<SentimentPoint>>({ method: 'GET', path: '/mentions/sentiment', query }, options);
  return {
    /** Shares of positive and negative mentions per week or day, newest first. Default range: the last 30 days. */
    list,
    iterate: (query?: SentimentQuery, options?: RequestOptions) =>
      iteratePages(
        (page: SentimentQuery) => list(page, options),
        query,
        ({ date }) => date,
      ),
  };
}

export function citationCalls({ json }: Transport) {
  const list = (query?: CitationQuery, options?: RequestOptions) =>
    json<List<Citation>>({ method: 'GET', path: '/citations', query }, options);
  return {
    /** One page of cited pages, newest first. Default range: the last 30 days. */
    list,
    iterate: (query?: CitationQuery, options?: RequestOptions) =>
      iteratePages(
        (page: CitationQuery) => list(page, options),
        query,
        ({ citation_id }) => citation_id,
      ),
  };
}

export function queryCalls({ json }: Transport) {
  const list = (query?: SearchQueryQuery, options?: RequestOptions) =>
    json<List<SearchQuery>>({ method: 'GET', path: '/queries', query }, options);
  return {
    /** One page of the web searches that assistants run, most frequent first. Default range: the last 30 days. */
    list,
    iterate: (query?: SearchQueryQuery, options?: RequestOptions) =>
      iteratePages(
        (page: SearchQueryQuery) => list(page, options),
        query,
        ({ keyword_id, query: text }) => `${keyword_id} ${text}`,
      ),
  };
}

export function gapCalls({ json }: Transport) {
  const list = (query?: GapQuery, options?: RequestOptions) =>
    json<List<Gap>>({ method: 'GET', path: '/gaps', query }, options);
  return {
    /** One page of gaps, largest effect first. Default range: the last 30 days. */
    list,
    iterate: (query?: GapQuery, options?: RequestOptions) =>
      iteratePages(
        (page: GapQuery) => list(page, options),
        query,
        ({ keyword_id, platform, kind, source }) => `${keyword_id} ${platform} ${kind} ${source}`,
      ),
  };
}

export function themeCalls({ json }: Transport) {
  const list = (query?: FindingQuery, options?: RequestOptions) =>
    json<List<Theme>>({ method: 'GET', path: '/themes', query }, options);
  return {
    /** One page of themes in the sentences that mention your brand. Default range: the last 30 days. */
    list,
    iterate: (query?: FindingQuery, options?: RequestOptions) =>
      iteratePages(
        (page: FindingQuery) => list(page, options),
        query,
        ({ theme }) => theme,
      ),
  };
}

export function sentenceCalls({ json }: Transport) {
  const list = (query?: FindingQuery, options?: RequestOptions) =>
    json<List<MentionSentence>>({ method: 'GET', path: '/sentences', query }, options);
  return {
    /** One page of sentences that mention your brand, most frequent first. Default range: the last 30 days. */
    list,
    iterate: (query?: FindingQuery, options?: RequestOptions) =>
      iteratePages(
        (page: FindingQuery) => list(page, options),
        query,
        ({ sentence }) => sentence,
      ),
  };
}
