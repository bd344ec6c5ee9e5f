import { field, list, number, sum, text, texts } from '../../json.ts';
import { countryCode, type Reading } from '../../live-platform.ts';
import { numberedCitations } from '../../numbered-citations.ts';
import { createPageList, spanIn } from '../../page-list.ts';
import type { CitedPage, Page } from '../../platform.ts';
import type { ReplyShape } from '../../reply-shape.ts';

export const AGENT: ReplyShape = {
  version: 'perplexity/2 agent web_search',
  types: {
    'output.*.type': ['search_results', 'fetch_url_results', 'message', 'reasoning'],
    'output.*.content.*.type': ['output_text', 'refusal'],
    'output.*.content.*.annotations.*.type': ['url_citation', 'citation'],
  },
  usage: 'usage.output_tokens',
};

/** A request of the Agent API. Any field that it does not know is an error, so nothing else may be sent. */
export function agentRequest(model: string, prompt: string, country: string | undefined) {
  const place = countryCode(country);
  return {
    model,
    input: prompt,
    tools: [{ type: 'web_search', ...(place && { user_location: { country: place } }) }],
    // Sonar always searched. If the tool is only offered, the model may answer from memory.
    tool_choice: { type: 'web_search' },
  };
}

export function readAgent(reply: unknown): Omit<Reading, 'raw'> {
  const output = list(field(reply, 'output'));
  const searches = output.filter((item) => field(item, 'type') === 'search_results');
  const results = searches.flatMap((item) => list(field(item, 'results')));
  const retrieved = createPageList();
  for (const result of results) retrieved.add(field(result, 'url'), field(result, 'title'));
  const parts = output.filter((item) => field(item, 'type') === 'message').flatMap((it) => list(field(it, 'content')));
  const whole = parts.map((part) => text(field(part, 'text')) ?? text(field(part, 'refusal')) ?? '').join('');
  const isRefused = parts.some((part) => text(field(part, 'refusal')) !== undefined);
  return {
    text: whole,
    cited: citedPages(whole, parts, pagesById(results)),
    retrieved: retrieved.pages(),
    queries: [...new Set(searches.flatMap((item) => texts(field(item, 'queries'))))],
    searched: searches.length > 0,
    model: text(field(reply, 'model')),
    // A status of 200 can carry a failure.
    stop: isRefused ? 'refusal' : (text(field(reply, 'incomplete_details', 'reason')) ?? text(field(reply, 'status'))),
    usage: {
      inputTokens: number(field(reply, 'usage', 'input_tokens')),
      outputTokens: number(field(reply, 'usage', 'output_tokens')),
      searches: searchCount(field(reply, 'usage', 'tool_calls_details')) ?? searches.length,
    },
    costUsd: number(field(reply, 'usage', 'cost', 'total_cost')),
  };
}

/** A marker `[7]` refers to the result with the id 7, not to the seventh. */
function pagesById(results: unknown[]): Map<number, Page> {
  const pages = new Map<number, Page>();
  for (const result of results) {
    const [id, url] = [number(field(result, 'id')), text(field(result, 'url'))];
    if (id !== undefined && url !== undefined && !pages.has(id)) {
      pages.set(id, { url, title: text(field(result, 'title')) });
    }
  }
  return pages;
}

/** By the markers in the text. Annotations are often missing, and add only pages that no marker refers to. */
function citedPages(whole: string, parts: unknown[], pages: Map<number, Page>): CitedPage[] {
  const numbered = numberedCitations(whole, pages);
  const known = new Set(numbered.map(({ url }) => url));
  const annotated = createPageList();
  let at = 0;
  for (const part of parts) {
    for (const annotation of list(field(part, 'annotations'))) {
      const url = field(annotation, 'url');
      if (known.has(url as string)) continue;
      const [start, end] = ['start_index', 'end_index'].map((name) => at + (number(field(annotation, name)) ?? NaN));
      annotated.add(url, field(annotation, 'title'), spanIn(whole.length, start, end));
    }
    at += (text(field(part, 'text')) ?? '').length;
  }
  return [...numbered, ...annotated.cited()];
}

/** The tool is called `search_web` here and `web_search` elsewhere; the count is a number or inside an object. */
function searchCount(details: unknown): number | undefined {
  const counts = ['search_web', 'web_search'].map((name) => field(details, name));
  return sum(...counts.map((count) => number(count) ?? number(field(count, 'invocation'))));
}
