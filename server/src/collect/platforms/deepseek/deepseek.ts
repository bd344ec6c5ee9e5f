import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages/messages';
import { field, list, number, sum, text, texts } from '../../json.ts';
import { linkedCitations } from '../../linked-citations.ts';
import {
  baseOf,
  type LivePlatform,
  type PlatformSettings,
  type Reading,
  readReply,
  searchedIn,
  toAnswer,
} from '../../live-platform.ts';
import { createPageList } from '../../page-list.ts';
import { priceOf } from '../../prices.ts';
import type { ReplyShape } from '../../reply-shape.ts';
import type { Transport } from '../../transport.ts';

const ID = 'deepseek';
const SEARCH_TOOL = 'web_search_20250305';

export const SHAPE = {
  version: `deepseek/1 ${SEARCH_TOOL}`,
  types: {
    'content.*.type': ['text', 'thinking', 'redacted_thinking', 'server_tool_use', 'web_search_tool_result'],
    'content.*.content.*.type': ['web_search_result'],
  },
  usage: 'usage.output_tokens',
} as const satisfies ReplyShape;

/** The API requires a limit. This one is far above the length of an answer. */
const MAX_TOKENS = 16_000;

/** DeepSeek's Messages API, in Anthropic's format, with web search. Checked on 2026-11-17. */
export function deepseek(settings: PlatformSettings, transport: Transport): LivePlatform {
  const { apiKey, model = 'deepseek-flash', prices } = settings;
  const base = baseOf(settings, 'https://api.deepseek.com');
  const headers = { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };
  return {
    id: ID,
    model,
    price: priceOf(ID, model, prices),
    // The list of models is not in Anthropic's format and takes the key in another header.
    keyProbe: { method: 'GET', url: `${base}/models`, headers: { authorization: `Bearer ${apiKey}` } },
    async ask(prompt, { signal }) {
      const body = JSON.stringify({
        model,
        max_tokens: MAX_TOKENS,
        messages: [{ role: 'user', content: prompt }],
        tools: [{ type: SEARCH_TOOL, name: 'web_search' }],
      } satisfies MessageCreateParamsNonStreaming);
      const { body: raw } = await transport.post(ID, `${base}/anthropic/v1/messages`, { headers, body, signal });
      const reply = readReply(ID, raw, (it) => Array.isArray(field(it, 'content')));
      return toAnswer(readDeepseek(reply), ID, { model, prices, shape: SHAPE, replies: [reply] });
    },
  };
}

function readDeepseek(reply: unknown): Reading {
  const blocks = list(field(reply, 'content'));
  const ofType = (type: string) => blocks.filter((block) => field(block, 'type') === type);
  const results = ofType('web_search_tool_result');
  const retrieved = createPageList();
  for (const page of results.flatMap((block) => list(field(block, 'content')))) {
    retrieved.add(field(page, 'url'), field(page, 'title'));
  }
  const pages = retrieved.pages();
  const whole = ofType('text')
    .map((block) => text(field(block, 'text')) ?? '')
    .join('');
  const usage = field(reply, 'usage');
  return {
    text: whole,
    // There are no citation blocks: a link in the text to a page of its search is a citation.
    cited: linkedCitations(whole, new Map(pages.map(({ url, title }) => [url, title]))),
    retrieved: pages,
    queries: ofType('server_tool_use').flatMap((block) => texts([field(block, 'input', 'query')])),
    model: text(field(reply, 'model')),
    // The tool can be ignored without an error. Such an answer is not one with web search.
    ...searchedIn(results.length > 0 ? results.map(isFound) : [false], text(field(reply, 'stop_reason'))),
    usage: {
      inputTokens: sum(field(usage, 'input_tokens'), field(usage, 'cache_read_input_tokens')),
      cachedInputTokens: number(field(usage, 'cache_read_input_tokens')),
      outputTokens: number(field(usage, 'output_tokens')),
      searches: number(field(usage, 'server_tool_use', 'web_search_requests')) ?? results.length,
    },
    raw: JSON.stringify(reply, (name, value) => (name.startsWith('encrypted_') ? undefined : value)),
  };
}

/** A search that failed has an error in place of its results. */
function isFound(block: unknown): boolean {
  return Array.isArray(field(block, 'content'));
}
