import { field, list, number, readJson, sum, text, texts } from '../../json.ts';
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
import type { Transport } from '../../transport.ts';

const ID = 'grok';

const SHAPE: ReplyShape = {
  version: 'grok/1 responses web_search',
  types: {
    'output.*.type': ['reasoning', 'web_search_call', 'message'],
    'output.*.content.*.type': ['output_text', 'refusal', 'reasoning_text'],
    'output.*.content.*.annotations.*.type': ['url_citation'],
  },
  usage: 'usage.output_tokens',
};

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
      const input = [{ role: 'user', content: prompt }];
      // No state may carry over from one question to the next.
      const body = JSON.stringify({ model, input, tools: [{ type: 'web_search' }], store: false });
      const { body: raw } = await transport.post(ID, `${base}/responses`, { headers, body, signal });
      const reply = readReply(ID, raw, isReply);
      return toAnswer({ ...readGrok(reply), raw }, ID, { model, prices, shape: SHAPE, replies: [reply] });
    },
  };
}

function isReply(reply: unknown): boolean {
  return Array.isArray(field(reply, 'output')) || field(reply, 'status') === 'failed';
}

function readGrok(reply: unknown): Omit<Reading, 'raw'> {
  const output = list(field(reply, 'output'));
  const calls = output.filter((item) => field(item, 'type') === 'web_search_call');
  const { annotations, ...message } = readMessages(output);
  const usage = field(reply, 'usage');
  return {
    ...message,
    ...readPages(reply, { calls, annotations, length: message.text.length }),
    queries: calls.flatMap(queryOf),
    searched: calls.length > 0,
    model: text(field(reply, 'model')),
    stop: message.stop ?? text(field(reply, 'incomplete_details', 'reason')) ?? text(field(reply, 'status')),
    usage: {
      inputTokens: number(field(usage, 'input_tokens')),
      outputTokens: number(field(usage, 'output_tokens')),
      // Opening a page is a call too, and is billed like a search.
      searches: number(field(usage, 'num_server_side_tools_used')) ?? sum(0, calls.length),
    },
  };
}

interface Annotation {
  value: unknown;
  /** Where its part of the message starts. */
  at: number;
}

function readMessages(output: unknown[]) {
  const annotations: Annotation[] = [];
  let whole = '';
  let stop: string | undefined;
  for (const message of output.filter((item) => field(item, 'type') === 'message')) {
    if (whole !== '') whole += '\n\n';
    for (const part of list(field(message, 'content'))) {
      const refusal = text(field(part, 'refusal'));
      if (refusal !== undefined) stop = 'refusal';
      for (const value of list(field(part, 'annotations'))) annotations.push({ value, at: whole.length });
      whole += refusal ?? text(field(part, 'text')) ?? '';
    }
  }
  return { text: whole, stop, annotations };
}

interface Found {
  calls: unknown[];
  annotations: Annotation[];
  length: number;
}

/**
 * An annotation with a position is a link in the text. Without one it is only a page that Grok found, like the entries
 * of `citations`: xAI lists every page of its search there, used or not.
 */
function readPages(reply: unknown, { calls, annotations, length }: Found) {
  const [cited, retrieved] = [createPageList(), createPageList()];
  for (const call of calls) {
    for (const source of list(field(call, 'action', 'sources'))) retrieved.add(field(source, 'url'));
    retrieved.add(field(call, 'action', 'url'));
  }
  for (const url of list(field(reply, 'citations'))) retrieved.add(url);
  for (const { value, at } of annotations) {
    if (field(value, 'type') !== 'url_citation') continue;
    const [start, end] = [number(field(value, 'start_index')), number(field(value, 'end_index'))];
    const span = start === undefined || end === undefined ? undefined : spanIn(length, at + start, at + end);
    if (span) cited.add(field(value, 'url'), titleOf(value), span);
    retrieved.add(field(value, 'url'), titleOf(value));
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
