import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import { field, list, number, readJson, sum, text, texts } from '../../json.ts';
import { linkedCitations } from '../../linked-citations.ts';
import {
  baseOf,
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

const ID = 'grok';
const TICKS_PER_USD = 1e10;

export const SHAPE = {
  version: 'grok/2 responses web_search',
  types: {
    'output.*.type': ['reasoning', 'web_search_call', 'message'],
    'output.*.content.*.type': ['output_text', 'refusal', 'reasoning_text'],
    'output.*.content.*.annotations.*.type': ['url_citation'],
  },
  usage: 'usage.output_tokens',
} as const satisfies ReplyShape;

/** xAI's Responses API with its web search. It has no country parameter. Checked on 2026-11-17. */
export function grok(settings: PlatformSettings, transport: Transport): LivePlatform {
  const { apiKey, model = 'grok-4.3', prices } = settings;
  const base = baseOf(settings, 'https://api.x.ai/v1');
  const headers = { authorization: `Bearer ${apiKey}` };
  return {
    id: ID,
    model,
    price: priceOf(ID, model, prices),
    keyProbe: { method: 'GET', url: `${base}/models`, headers },
    async ask(prompt, { signal }) {
      const body = JSON.stringify({
        model,
        input: [{ role: 'user', content: prompt }],
        tools: [{ type: 'web_search' }],
        // No state may carry over from one question to the next.
        store: false,
      } satisfies ResponseCreateParamsNonStreaming);
      const { body: raw } = await transport.post(ID, `${base}/responses`, { headers, body, signal });
      const reply = readReply(ID, raw, isResponse);
      return toAnswer({ ...readGrok(reply), raw }, ID, { model, prices, shape: SHAPE, replies: [reply] });
    },
  };
}

function readGrok(reply: unknown): Omit<Reading, 'raw'> {
  const { calls, annotations, usage, ...common } = readResponse(reply);
  const ticks = number(field(reply, 'usage', 'cost_in_usd_ticks'));
  return {
    ...common,
    ...readPages(reply, { calls, annotations, answer: common.text }),
    queries: calls.flatMap(queryOf),
    usage: {
      ...usage,
      // Opening a page is a call too, and is billed like a search.
      searches: number(field(reply, 'usage', 'num_server_side_tools_used')) ?? sum(0, calls.length),
    },
    costUsd: ticks === undefined ? undefined : ticks / TICKS_PER_USD,
  };
}

interface Found extends Pick<ReturnType<typeof readResponse>, 'calls' | 'annotations'> {
  answer: string;
}

/**
 * An annotation with a position is a link in the text. Without one, a link in the text to its page is the citation. Other
 * pages were only found, like the entries of `citations`: xAI lists every page of its search there, used or not.
 */
function readPages(reply: unknown, { calls, annotations, answer }: Found) {
  const [cited, retrieved] = [createPageList(), createPageList()];
  const unplaced = new Map<string, string | undefined>();
  for (const call of calls) {
    for (const source of list(field(call, 'action', 'sources'))) retrieved.add(field(source, 'url'));
    retrieved.add(field(call, 'action', 'url'));
  }
  for (const url of list(field(reply, 'citations'))) retrieved.add(url);
  for (const { value, at } of annotations) {
    if (field(value, 'type') !== 'url_citation') continue;
    const [url, title] = [field(value, 'url'), titleOf(value)];
    const [start, end] = [number(field(value, 'start_index')), number(field(value, 'end_index'))];
    const span = start === undefined || end === undefined ? undefined : spanIn(answer.length, at + start, at + end);
    if (span) cited.add(url, title, span);
    else if (typeof url === 'string') unplaced.set(url, title);
    retrieved.add(url, title);
  }
  for (const { url, title, spans } of linkedCitations(answer, unplaced)) {
    for (const span of spans) cited.add(url, title, span);
  }
  return { cited: cited.cited(), retrieved: retrieved.pages() };
}

/** The title of a link in the text is often only its number. */
function titleOf(annotation: unknown): string | undefined {
  const title = text(field(annotation, 'title'));
  return title && /^\d+$/.test(title) ? undefined : title;
}

/** The query is in the action, or in the arguments as JSON text. */
function queryOf(call: unknown): string[] {
  const inAction = texts([field(call, 'action', 'query')]);
  return inAction.length > 0 ? inAction : texts([field(readJson(text(field(call, 'arguments')) ?? ''), 'query')]);
}
