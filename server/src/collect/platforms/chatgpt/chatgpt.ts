import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import { field, list, sum, text, texts } from '../../json.ts';
import {
  baseOf,
  countryCode,
  type LivePlatform,
  type PlatformSettings,
  type Reading,
  readReply,
  toAnswer,
} from '../../live-platform.ts';
import { createPageList, spanIn } from '../../page-list.ts';
import { priceOf } from '../../prices.ts';
import type { ReplyShape } from '../../reply-shape.ts';
import { isResponse, readResponse } from '../../responses.ts';
import type { Transport } from '../../transport.ts';

const ID = 'chatgpt';
/** OpenAI's current mid-size model. Checked on 2026-11-17. */
const DEFAULT_MODEL = 'gpt-6.1-terra';
/** Searches and opened pages of one question, so that its cost has a limit. */
const MOST_CALLS = 8;

export const SHAPE = {
  version: 'chatgpt/3 responses web_search',
  types: {
    'output.*.type': ['reasoning', 'web_search_call', 'message'],
    'output.*.action.type': ['search', 'open_page', 'find', 'find_in_page'],
    'output.*.content.*.type': ['output_text', 'refusal', 'reasoning_text'],
    'output.*.content.*.annotations.*.type': ['url_citation', 'file_citation', 'container_file_citation', 'file_path'],
  },
  usage: 'usage.output_tokens',
} as const satisfies ReplyShape;

/** OpenAI's Responses API with its web search. */
export function chatgpt(settings: PlatformSettings, transport: Transport): LivePlatform {
  const { apiKey, model = DEFAULT_MODEL, prices } = settings;
  const base = baseOf(settings, 'https://api.openai.com/v1');
  const headers = { authorization: `Bearer ${apiKey}` };
  return {
    id: ID,
    model,
    price: priceOf(ID, model, prices),
    keyProbe: { method: 'GET', url: `${base}/models`, headers },
    async ask(prompt, { country, signal }) {
      const body = JSON.stringify(requestOf(prompt, model, countryCode(country)));
      const { body: raw } = await transport.post(ID, `${base}/responses`, { headers, body, signal });
      const reply = readReply(ID, raw, isResponse);
      return toAnswer({ ...readChatgpt(reply), raw }, ID, { model, prices, shape: SHAPE, replies: [reply] });
    },
  };
}

function requestOf(prompt: string, model: string, country: string | undefined) {
  const place = country && { user_location: { type: 'approximate' as const, country } };
  return {
    model,
    input: prompt,
    tools: [{ type: 'web_search', ...place }],
    max_tool_calls: MOST_CALLS,
    include: ['web_search_call.action.sources'],
    // No state may carry over from one question to the next.
    store: false,
  } satisfies ResponseCreateParamsNonStreaming;
}

function readChatgpt(reply: unknown): Omit<Reading, 'raw'> {
  const { calls, annotations, usage, ...common } = readResponse(reply);
  const actions = calls.map((call) => field(call, 'action'));
  const [cited, retrieved] = [createPageList(), createPageList()];
  for (const action of actions) {
    // A source of type `api` (weather, sports) has a name instead of a URL.
    for (const source of list(field(action, 'sources'))) retrieved.add(field(source, 'url'));
    retrieved.add(field(action, 'url'));
  }
  for (const { value, piece, at } of annotations) {
    if (field(value, 'type') !== 'url_citation') continue;
    const url = field(value, 'url');
    const span = markerSpan(piece, value, text(url) ?? '');
    cited.add(url, field(value, 'title'), span && [at + span[0], at + span[1]]);
  }
  return {
    ...common,
    cited: cited.cited(),
    retrieved: retrieved.pages(),
    queries: actions.flatMap(queriesOf),
    usage: {
      ...usage,
      // Opening a page and finding words in it are also calls, but only searches are billed.
      searches: sum(0, ...actions.map((action) => ((field(action, 'type') ?? 'search') === 'search' ? 1 : 0))),
    },
  };
}

function queriesOf(action: unknown): string[] {
  const queries = texts(field(action, 'queries'));
  return queries.length > 0 ? queries : texts([field(action, 'query')]);
}

/**
 * The span of the marker. It is not documented whether offsets count UTF-16 units or code points. After an emoji the
 * two differ, and the one that matches the whole marker is right.
 */
function markerSpan(piece: string, annotation: unknown, url: string) {
  const [start, end] = [field(annotation, 'start_index'), field(annotation, 'end_index')];
  const span = spanIn(piece.length, start, end);
  if (!span || isMarker(piece.slice(...span), url)) return span;
  const before = Array.from(piece).slice(0, end as number);
  const marker = before.slice(start as number).join('');
  const last = before.join('').length;
  return isMarker(marker, url) ? spanIn(piece.length, last - marker.length, last) : span;
}

/** `([acme.io](https://acme.io/))`, with or without the outer parentheses. */
function isMarker(words: string, url: string): boolean {
  return words.includes(url) && /^[[(].*\)$/s.test(words);
}
