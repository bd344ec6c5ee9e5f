import { field, list, number, readJson, sum, text, texts } from '../../json.ts';
import {
  baseOf,
  type LivePlatform,
  type PlatformSettings,
  type Reading,
  readReply,
  toAnswer,
} from '../../live-platform.ts';
import { createPageList } from '../../page-list.ts';
import { priceOf } from '../../prices.ts';
import type { ReplyShape } from '../../reply-shape.ts';
import type { Transport } from '../../transport.ts';

const ID = 'mistral';

const SHAPE: ReplyShape = {
  version: 'mistral/1 conversations web_search',
  types: {
    'outputs.*.type': ['tool.execution', 'message.output'],
    'outputs.*.content.*.type': ['text', 'thinking', 'tool_reference'],
  },
  usage: 'usage.completion_tokens',
};

/** Mistral's Conversations API with its web search. It has no country parameter. Checked on 2026-11-17. */
export function mistral(settings: PlatformSettings, transport: Transport): LivePlatform {
  const { apiKey, model = 'mistral-medium-latest', prices } = settings;
  const base = baseOf(settings, 'https://api.mistral.ai/v1');
  const headers = { authorization: `Bearer ${apiKey}` };
  return {
    id: ID,
    model,
    price: priceOf(ID, model, prices),
    keyProbe: { method: 'GET', url: `${base}/models`, headers },
    async ask(prompt, { signal }) {
      const body = JSON.stringify({ model, inputs: prompt, tools: [{ type: 'web_search' }], store: false });
      const { body: raw } = await transport.post(ID, `${base}/conversations`, { headers, body, signal });
      const reply = typed(readReply(ID, raw, (it) => Array.isArray(field(it, 'outputs'))));
      return toAnswer({ ...readMistral(reply), raw }, ID, { model, prices, shape: SHAPE, replies: [reply] });
    },
  };
}

function readMistral(reply: unknown): Omit<Reading, 'raw'> {
  const ofType = (type: string) => list(field(reply, 'outputs')).filter((entry) => field(entry, 'type') === type);
  const searches = ofType('tool.execution').filter((entry) => text(field(entry, 'name'))?.startsWith('web_search'));
  const messages = ofType('message.output');
  const { whole, cited } = readMessages(messages);
  const usage = field(reply, 'usage');
  return {
    text: whole,
    cited,
    // Mistral does not list the pages that it found and did not use.
    retrieved: cited.map(({ url, title }) => ({ url, title })),
    queries: searches.flatMap((entry) => texts([field(argumentsOf(entry), 'query')])),
    searched: searches.length > 0,
    model: text(field(messages.at(-1), 'model')),
    stop: undefined,
    usage: {
      inputTokens: sum(field(usage, 'prompt_tokens'), field(usage, 'connector_tokens')),
      outputTokens: number(field(usage, 'completion_tokens')),
      searches: number(field(usage, 'connectors', 'web_search')) ?? searches.length,
    },
  };
}

/** The type of an entry is optional. Only a tool has arguments. */
function typed(reply: unknown) {
  const outputs = list(field(reply, 'outputs')).map((entry) => {
    const type = field(entry, 'arguments') === undefined ? 'message.output' : 'tool.execution';
    return { ...(entry as object), type: field(entry, 'type') ?? type };
  });
  return { ...(reply as object), outputs };
}

function argumentsOf(entry: unknown): unknown {
  const given = field(entry, 'arguments');
  return typeof given === 'string' ? readJson(given) : given;
}

/** A reference follows the text that it supports, so its span is the text since the previous references. */
function readMessages(messages: unknown[]) {
  const cited = createPageList();
  let whole = '';
  let from = 0;
  let isReferenced = false;
  for (const chunk of messages.flatMap((message) => chunksOf(field(message, 'content')))) {
    if (field(chunk, 'type') === 'tool_reference') {
      isReferenced = true;
      cited.add(field(chunk, 'url'), field(chunk, 'title'), from < whole.length ? [from, whole.length] : undefined);
    } else if (field(chunk, 'type') === 'text') {
      if (isReferenced) from = whole.length;
      isReferenced = false;
      whole += text(field(chunk, 'text')) ?? '';
    }
  }
  return { whole, cited: cited.cited() };
}

/** A short answer is a plain text. */
function chunksOf(content: unknown): unknown[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
}
