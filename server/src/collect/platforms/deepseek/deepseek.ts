import { field, list, number, sum, text, texts } from '../../json.ts';
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

const ID = 'deepseek';
const SEARCH_TOOL = 'web_search_20250305';

const SHAPE: ReplyShape = {
  version: `deepseek/1 ${SEARCH_TOOL}`,
  types: {
    'content.*.type': ['text', 'thinking', 'redacted_thinking', 'server_tool_use', 'web_search_tool_result'],
    'content.*.content.*.type': ['web_search_result'],
  },
  usage: 'usage.output_tokens',
};

/** The API requires a limit. This one is far above the length of an answer. */
const MAX_TOKENS = 16_000;
/** `[Acme](https://acme.io/)`. */
const LINK = /\[[^\]]*\]\((https?:\/\/[^\s)]+)\)/g;

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
      });
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
    cited: readCited(whole, new Map(pages.map(({ url, title }) => [url, title]))),
    retrieved: pages,
    queries: ofType('server_tool_use').flatMap((block) => texts([field(block, 'input', 'query')])),
    searched: results.length > 0,
    model: text(field(reply, 'model')),
    // The tool can be ignored without an error. Such an answer is not one with web search.
    stop: results.length > 0 ? text(field(reply, 'stop_reason')) : (refusalIn(reply) ?? 'no_search'),
    usage: {
      inputTokens: sum(field(usage, 'input_tokens'), field(usage, 'cache_read_input_tokens')),
      outputTokens: number(field(usage, 'output_tokens')),
      searches: number(field(usage, 'server_tool_use', 'web_search_requests')) ?? results.length,
    },
    raw: JSON.stringify(reply, (name, value) => (name.startsWith('encrypted_') ? undefined : value)),
  };
}

function refusalIn(reply: unknown): string | undefined {
  const reason = text(field(reply, 'stop_reason'));
  return reason === 'refusal' || reason === 'content_filter' ? reason : undefined;
}

/** DeepSeek has no citation blocks. A link in the text to a page of its search is a citation. */
function readCited(whole: string, titles: Map<string, string | undefined>) {
  const cited = createPageList();
  for (const link of whole.matchAll(LINK)) {
    const url = link[1] ?? '';
    if (titles.has(url)) cited.add(url, titles.get(url), [link.index, link.index + link[0].length]);
  }
  return cited.cited();
}
