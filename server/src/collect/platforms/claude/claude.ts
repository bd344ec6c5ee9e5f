import type { ContentBlock, MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages/messages';
import { field, list, number, sum, text, texts } from '../../json.ts';
import {
  baseOf,
  countryCode,
  type LivePlatform,
  type PlatformSettings,
  type Reading,
  readReply,
  searchedIn,
  toAnswer,
} from '../../live-platform.ts';
import { createPageList } from '../../page-list.ts';
import type { AskOptions } from '../../platform.ts';
import { costOf, priceOf } from '../../prices.ts';
import type { ReplyShape } from '../../reply-shape.ts';
import type { Transport } from '../../transport.ts';

const ID = 'claude';
/** Anthropic's current mid-size model. Checked on 2026-11-17. It rejects `tool_choice`, so a search is never forced. */
const DEFAULT_MODEL = 'claude-sonnet-5-5';
/** Later versions filter results with code, so that pages the model saw are missing from the reply. */
const SEARCH_TOOL = 'web_search_20250305';

export const SHAPE = {
  version: `claude/3 ${SEARCH_TOOL}`,
  types: {
    'content.*.type': [
      'text',
      'thinking',
      'redacted_thinking',
      'server_tool_use',
      'web_search_tool_result',
      'code_execution_tool_result',
      'bash_code_execution_tool_result',
      'text_editor_code_execution_tool_result',
    ],
    'content.*.citations.*.type': ['web_search_result_location'],
    'content.*.content.*.type': ['web_search_result'],
  },
  usage: 'usage.output_tokens',
} as const satisfies ReplyShape;

/** The API requires a limit. This one is far above the length of an answer. */
const MAX_TOKENS = 16_000;
/** A long search pauses and continues when its beginning is sent back. Each turn is billed. */
const MOST_TURNS = 5;
const MOST_SEARCHES = 5;
/** Times the typical cost of a question: from then on, it is not continued. */
const MOST_COST = 5;

/** Anthropic's Messages API with web search. */
export function claude(settings: PlatformSettings, transport: Transport): LivePlatform {
  const { apiKey, model = DEFAULT_MODEL, prices } = settings;
  const base = baseOf(settings, 'https://api.anthropic.com/v1');
  const headers = { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };

  const price = priceOf(ID, model, prices);
  const usual = price && costOf(price.typical, price);
  const isCostly = (turns: unknown[]) =>
    price !== undefined && usual !== undefined && (costOf(usageOf(turns), price) ?? 0) > MOST_COST * usual;

  async function converse(prompt: string, { country, signal }: AskOptions): Promise<unknown[]> {
    const turns: unknown[] = [];
    do {
      const body = JSON.stringify(requestOf(prompt, model, { country: countryCode(country), turns }));
      try {
        const reply = await transport.post(ID, `${base}/messages`, { headers, body, signal });
        turns.push(readTurn(reply.body));
      } catch (error) {
        // Earlier turns were paid for. They are kept as a reply that stopped at a pause, and not requested again.
        if (turns.length === 0 || signal.aborted) throw error;
        break;
      }
    } while (field(turns.at(-1), 'stop_reason') === 'pause_turn' && turns.length < MOST_TURNS && !isCostly(turns));
    return turns;
  }

  return {
    id: ID,
    model,
    price,
    keyProbe: { method: 'GET', url: `${base}/models?limit=1`, headers },
    async ask(prompt, options) {
      const turns = await converse(prompt, options);
      return toAnswer(readClaude(turns), ID, { model, prices, shape: SHAPE, replies: turns });
    },
  };
}

interface Conversation {
  country: string | undefined;
  turns: unknown[];
}

function requestOf(prompt: string, model: string, { country, turns }: Conversation) {
  const place = country && { user_location: { type: 'approximate' as const, country } };
  // Sent back as received.
  const content = turns.flatMap((turn) => list(field(turn, 'content'))) as ContentBlock[];
  return {
    model,
    max_tokens: MAX_TOKENS,
    messages: [
      { role: 'user', content: prompt },
      ...(content.length > 0 ? [{ role: 'assistant' as const, content }] : []),
    ],
    tools: [{ type: SEARCH_TOOL, name: 'web_search', max_uses: MOST_SEARCHES, ...place }],
  } satisfies MessageCreateParamsNonStreaming;
}

function readTurn(body: string): unknown {
  return readReply(ID, body, (it) => Array.isArray(field(it, 'content')));
}

/**
 * One answer of one or more turns. Text blocks are joined without a separator, because a citation splits a sentence.
 * From Sonnet 5.5 on, remarks between searches are thinking blocks, which are not part of the answer. Searches that the
 * model runs from code have the same blocks as direct ones.
 */
function readClaude(turns: unknown[]): Reading {
  const blocks = turns.flatMap((turn) => list(field(turn, 'content')));
  const [cited, retrieved] = [createPageList(), createPageList()];
  const queries: string[] = [];
  let whole = '';
  const results: boolean[] = [];
  for (const block of blocks) {
    const type = field(block, 'type');
    if (type === 'server_tool_use' && field(block, 'name') === 'web_search') {
      queries.push(...texts([field(block, 'input', 'query')]));
    } else if (type === 'web_search_tool_result') {
      // A search that failed has an error in place of its results.
      results.push(Array.isArray(field(block, 'content')));
      for (const page of list(field(block, 'content'))) retrieved.add(field(page, 'url'), field(page, 'title'));
    } else if (type === 'text') {
      const piece = text(field(block, 'text')) ?? '';
      for (const citation of list(field(block, 'citations'))) {
        const span: [number, number] | undefined = piece ? [whole.length, whole.length + piece.length] : undefined;
        cited.add(field(citation, 'url'), field(citation, 'title'), span);
      }
      whole += piece;
    }
  }
  return {
    text: whole,
    cited: cited.cited(),
    retrieved: retrieved.pages(),
    queries,
    ...searchedIn(results, text(field(turns.at(-1), 'stop_reason'))),
    model: text(field(turns.at(-1), 'model')),
    usage: usageOf(turns),
    raw: withoutEncrypted(turns),
  };
}

function usageOf(turns: unknown[]) {
  const usages = turns.map((turn) => field(turn, 'usage'));
  const inputs = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];
  return {
    inputTokens: sum(...usages.flatMap((usage) => inputs.map((name) => field(usage, name)))),
    cachedInputTokens: sum(...usages.map((usage) => field(usage, 'cache_read_input_tokens'))),
    outputTokens: sum(...usages.map((usage) => number(field(usage, 'output_tokens')))),
    searches: sum(...usages.map((usage) => field(usage, 'server_tool_use', 'web_search_requests'))),
  };
}

/** Nine tenths of a reply are blobs that only Anthropic can read. */
function withoutEncrypted(turns: unknown[]): string {
  const kept = turns.length === 1 ? turns[0] : turns;
  return JSON.stringify(kept, (name, value) => (name.startsWith('encrypted_') ? undefined : value));
}
