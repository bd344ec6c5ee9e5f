import { field, list, number, text } from '../json.ts';
import { blocksText } from './text-blocks.ts';

export type ScraperFormat = 'serpapi' | 'dataforseo' | 'brightdata' | 'cloro';

/** A path in a reply, such as `tasks.0.id`, or a function for what a path cannot express. */
type Reader = string | ((reply: unknown) => unknown);

/** Where a scraper puts the parts of an answer. The first reader that finds something is used. */
export interface Mapping {
  format: ScraperFormat;
  /** The platform of the answer, by what a value of the reply contains. */
  surface: { at: Reader; platforms: [contains: string, platform: string][] };
  prompt: Reader[];
  text: Reader[];
  /** Lists of pages. All lists are used. */
  cited: Reader[];
  retrieved: Reader[];
  queries: Reader[];
  model: Reader[];
  askedAt: Reader[];
  reference: Reader[];
  country: Reader[];
  /** A message of the scraper about a failed request. */
  error: Reader[];
}

const CHATS: [string, string][] = [
  ['chatgpt', 'chatgpt_web'],
  ['chat_gpt', 'chatgpt_web'],
  ['perplexity', 'perplexity_web'],
  ['gemini', 'gemini_web'],
  ['grok', 'grok_web'],
  ['copilot', 'copilot'],
];

/** The reply shapes of the supported scrapers, one entry each. Checked on 2026-11-17. */
export const MAPPINGS: Mapping[] = [
  {
    format: 'serpapi',
    surface: {
      at: 'search_parameters.engine',
      platforms: [
        ['google_ai_mode', 'ai_mode'],
        ['bing_copilot', 'copilot'],
        ['google', 'ai_overviews'],
      ],
    },
    prompt: ['search_parameters.q'],
    text: [
      'reconstructed_markdown',
      'ai_overview.reconstructed_markdown',
      (reply) => blocksText(field(reply, 'text_blocks')),
      (reply) => blocksText(field(reply, 'ai_overview', 'text_blocks')),
    ],
    cited: [(reply) => references(reply, 'used')],
    retrieved: [(reply) => references(reply, 'unused')],
    queries: [],
    model: [],
    askedAt: ['search_metadata.created_at'],
    reference: ['search_metadata.id'],
    country: ['search_parameters.gl'],
    error: ['error', 'ai_overview.error'],
  },
  {
    format: 'dataforseo',
    surface: {
      at: (reply) => ['function', 'se', 'se_type'].map((name) => field(reply, 'data', name)).join(' '),
      platforms: [['ai_mode', 'ai_mode'], ['organic', 'ai_overviews'], ...CHATS],
    },
    prompt: ['data.keyword', 'result.0.keyword'],
    text: [
      (reply) => field(overview(reply), 'markdown'),
      (reply) => blocksText(field(overview(reply), 'items')),
      'result.0.markdown',
    ],
    cited: [(reply) => field(overview(reply), 'references'), 'result.0.sources'],
    retrieved: ['result.0.search_results'],
    queries: [(reply) => field(overview(reply), 'fan_out_queries'), 'result.0.fan_out_queries'],
    model: ['result.0.model'],
    askedAt: ['result.0.datetime'],
    reference: ['id'],
    country: ['result.0.location_code', 'data.location_code'],
    error: [
      (reply) => ((number(field(reply, 'status_code')) ?? 0) >= 40_000 ? field(reply, 'status_message') : undefined),
    ],
  },
  {
    format: 'brightdata',
    surface: { at: 'url', platforms: [...CHATS, ['google.', 'ai_mode']] },
    prompt: ['prompt', 'input.prompt'],
    text: ['answer_text_markdown', 'answer_text'],
    cited: [
      (reply) => list(field(reply, 'citations')).filter((page) => field(page, 'cited') !== false),
      'links_attached',
    ],
    retrieved: ['citations', 'search_sources'],
    queries: ['web_search_query'],
    model: ['model'],
    askedAt: ['timestamp'],
    reference: ['response_id', 'snapshot_id'],
    country: ['country', 'input.country'],
    error: ['error', 'warning'],
  },
  {
    format: 'cloro',
    surface: {
      at: 'task.taskType',
      platforms: [...CHATS, ['aimode', 'ai_mode'], ['ai_mode', 'ai_mode'], ['google', 'ai_overviews']],
    },
    prompt: ['task.payload.prompt', 'task.payload.query'],
    text: ['aioverview.markdown', 'aioverview.text', 'markdown', 'text'].flatMap(inResult),
    cited: ['aioverview.sources', 'sources'].flatMap(inResult),
    retrieved: [],
    queries: inResult('searchQueries'),
    model: inResult('model'),
    askedAt: ['task.createdAt'],
    reference: ['task.id'],
    country: ['task.payload.country'],
    error: ['error.message', 'response.error.message'],
  },
];

/** What a reader finds in a reply. */
export function readAt(reply: unknown, reader: Reader): unknown {
  return typeof reader === 'string' ? field(reply, ...reader.split('.')) : reader(reply);
}

/** A finished task has its result inside the response; a direct request has it at the top. */
function inResult(path: string): string[] {
  return [`response.result.${path}`, `result.${path}`];
}

function overview(reply: unknown): unknown {
  return list(field(list(field(reply, 'result'))[0], 'items')).find((item) => field(item, 'type') === 'ai_overview');
}

/** The references whose number the text uses. If it uses none, all of them are its citations. */
function references(reply: unknown, which: 'used' | 'unused'): unknown[] {
  const answer = field(reply, 'ai_overview') ?? reply;
  const used = new Set(indexesIn(field(answer, 'text_blocks')));
  const all = list(field(answer, 'references'));
  return all.filter((page, place) => {
    const index = number(field(page, 'index')) ?? place;
    return (used.size === 0 || used.has(index)) === (which === 'used');
  });
}

/** The blocks can contain lists of blocks. */
function indexesIn(value: unknown, depth = 0): number[] {
  if (depth > 8 || typeof value !== 'object' || value === null) return [];
  const own = list(field(value, 'reference_indexes')).flatMap((index) => number(index) ?? []);
  return [...own, ...Object.values(value).flatMap((one) => indexesIn(one, depth + 1))];
}

/** The URL and title of an entry. Scrapers use different names for both. */
export function pageOf(entry: unknown): { url: string | undefined; title: string | undefined } {
  const named = (...names: string[]) => names.map((name) => text(field(entry, name))).find(Boolean);
  return { url: text(entry) ?? named('url', 'link'), title: named('title', 'label', 'text', 'source') };
}
