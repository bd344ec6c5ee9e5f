import { expect, test } from 'vitest';
import { analyze, prepareSubject } from '../analyze/analyze.ts';
import { PlatformError } from '../base/errors.ts';
import { seededRandom } from '../base/random.ts';
import { askPlayed } from '../collect/fixtures/ask-played.ts';
import { emptyAnswer } from '../collect/platform.ts';
import { chatgpt } from '../collect/platforms/chatgpt/chatgpt.ts';
import { CHATGPT } from '../collect/platforms/chatgpt/replies.ts';
import { claude } from '../collect/platforms/claude/claude.ts';
import { CLAUDE } from '../collect/platforms/claude/replies.ts';
import { gemini } from '../collect/platforms/gemini/gemini.ts';
import { GEMINI, INTERACTION } from '../collect/platforms/gemini/replies.ts';
import { perplexity } from '../collect/platforms/perplexity/perplexity.ts';
import { PERPLEXITY_AGENT } from '../collect/platforms/perplexity/replies.ts';
import { replyStatus } from '../collect/reply-status.ts';
import { replySignals } from '../score/reply-signals.ts';
import { countReplyFacts, type SeenReply } from './count-reply-facts.ts';
import { sumOf } from './reply-signals.ts';

const subject = prepareSubject({ brand: { id: 'brand', aliases: [{ text: 'Acme' }], domains: [] }, competitors: [] });
const ADAPTERS = { chatgpt, claude, gemini, perplexity };
const ORIGINALS = {
  chatgpt: CHATGPT.cited,
  claude: CLAUDE.cited,
  gemini: GEMINI.grounded,
  interaction: INTERACTION.grounded,
  perplexity: PERPLEXITY_AGENT.twoSearches,
};

/** What would be stored for a reply of a platform. */
async function seen(kind: keyof typeof ORIGINALS, reply: unknown): Promise<SeenReply> {
  const platform = kind === 'interaction' ? 'gemini' : kind;
  const about = { question: { platform }, surface: 'api', askedAt: new Date('2026-11-17T09:00:00Z') };
  try {
    const { answer } = await askPlayed(ADAPTERS[platform], [reply]);
    return { ...about, ...replyStatus(answer), answer, findings: analyze(answer, subject) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const answer = emptyAnswer(undefined);
    return { ...about, status: 'failed', reason: error.reason, answer, findings: analyze(answer, subject) };
  }
}

/** The signals after ten such replies, when forty of the usual ones came before. */
async function signalsOf(kind: keyof typeof ORIGINALS, reply: unknown): Promise<string[]> {
  const [now, before] = [await seen(kind, reply), await seen(kind, ORIGINALS[kind])];
  const facts = (one: SeenReply, times: number) => sumOf(countReplyFacts(Array.from({ length: times }, () => one)));
  return replySignals(facts(now, 10), facts(before, 40)).map(({ kind: signal }) => signal);
}

const text = (from: string | RegExp, to: string) => (json: string) => json.replaceAll(from, to);
const without = (name: string) => (json: string) =>
  JSON.stringify(JSON.parse(json), (key, value) => (key === name ? undefined : value));
/** Without the entries of any list that have this type. */
const withoutType =
  (...types: string[]) =>
  (json: string) =>
    JSON.stringify(JSON.parse(json), (_, value) =>
      Array.isArray(value) ? value.filter((one) => !types.includes(one?.type)) : value,
    );
/** With other values in each object of this type. */
const withEach = (type: string, values: object) => (json: string) =>
  JSON.stringify(JSON.parse(json), (_, value) => (value?.type === type ? { ...value, ...values } : value));

type Mutation = [kind: keyof typeof ORIGINALS, name: string, change: (json: string) => string, signals: string[]];

const MUTATIONS: Mutation[] = [
  [
    'chatgpt',
    'the search call has another type',
    text('"web_search_call"', '"search_call"'),
    ['unknown_item', 'searched_fell'],
  ],
  [
    'chatgpt',
    'the message has another type',
    text('"type":"message"', '"type":"reply"'),
    ['unknown_item', 'unreadable'],
  ],
  ['chatgpt', 'a part of the message has another type', text('"output_text"', '"rich_text"'), ['unknown_item']],
  ['chatgpt', 'citations have another type', text('"url_citation"', '"source"'), ['unknown_item', 'citations_fell']],
  ['chatgpt', 'there are no annotations', without('annotations'), ['citations_fell']],
  ['chatgpt', 'there is no usage', without('usage'), ['missing_usage']],
  ['chatgpt', 'token counts have another name', text('"output_tokens"', '"tokens_out"'), ['missing_usage']],
  [
    'chatgpt',
    'replies are cut off',
    text('"status":"completed","model"', '"status":"incomplete","model"'),
    ['cut_off'],
  ],
  ['chatgpt', 'markers are left in the text', text('passt Acme', 'passt turn0search1 Acme'), ['unread_marker']],
  ['chatgpt', 'the output has another name', text('"output":', '"outputs":'), ['unreadable']],
  ['claude', 'the search has another type', text('"server_tool_use"', '"hosted_tool_use"'), ['unknown_item']],
  [
    'claude',
    'every search fails',
    withEach('web_search_tool_result', {
      content: { type: 'web_search_tool_result_error', error_code: 'unavailable' },
    }),
    ['no_search'],
  ],
  ['chatgpt', 'every search fails', withEach('web_search_call', { status: 'failed' }), ['no_search']],
  ['claude', 'there are no citations', without('citations'), ['citations_fell']],
  ['claude', 'the ending has another name', text('"end_turn"', '"turn_complete"'), ['unknown_ending']],
  ['claude', 'there is no usage', without('usage'), ['missing_usage']],
  ['claude', 'nothing is searched', withoutType('server_tool_use', 'web_search_tool_result'), ['searched_fell']],
  ['gemini', 'there is no grounding', without('groundingMetadata'), ['searched_fell', 'citations_fell']],
  [
    'gemini',
    'supports have another name',
    text('"groundingSupports"', '"supports"'),
    ['unknown_item', 'citations_fell'],
  ],
  ['gemini', 'the text has another name', text('"text"', '"content_text"'), ['unknown_item', 'unreadable']],
  ['gemini', 'pages have another name', text('"web"', '"page"'), ['unknown_item', 'citations_fell']],
  [
    'interaction',
    'the output step has another type',
    text('"model_output"', '"output"'),
    ['unknown_item', 'unreadable'],
  ],
  [
    'perplexity',
    'search results have another type',
    text('"search_results"', '"web_results"'),
    ['unknown_item', 'unsourced_marker', 'searched_fell', 'citations_fell'],
  ],
  ['perplexity', 'ids of results are texts', text(/"id":(\d+)/g, '"id":"$1"'), ['unsourced_marker', 'citations_fell']],
  ['perplexity', 'markers refer to nothing', text('[12]', '[41]'), ['unsourced_marker', 'citations_fell']],
  [
    'perplexity',
    'nothing is searched',
    withoutType('search_results'),
    ['unsourced_marker', 'searched_fell', 'citations_fell'],
  ],
  // Not noticed: nothing that is counted changes.
  ['perplexity', 'results have no title', without('title'), []],
  ['chatgpt', 'searches have no queries', without('queries'), []],
];

test.each(MUTATIONS)('%s: %s', async (kind, _, change, signals) => {
  const reply: unknown = JSON.parse(change(JSON.stringify(ORIGINALS[kind])));
  expect(reply).not.toEqual(JSON.parse(JSON.stringify(ORIGINALS[kind])));
  expect((await signalsOf(kind, reply)).sort()).toEqual([...signals].sort());
});

test.each(Object.keys(ORIGINALS) as (keyof typeof ORIGINALS)[])(
  'the usual replies raise no signal: %s',
  async (kind) => {
    expect(await signalsOf(kind, ORIGINALS[kind])).toEqual([]);
  },
);

test('chance alone raises a signal in fewer than one of 200 comparisons', () => {
  const random = seededRandom('canary');
  const facts = (answers: number) => {
    const sums = new Map([['answers', answers]]);
    const add = (fact: string, by: number) => sums.set(fact, (sums.get(fact) ?? 0) + by);
    for (let i = 0; i < answers; i++) {
      const cited = Math.floor(random() ** 2 * 9);
      add('cited', cited);
      add('cited_squares', cited * cited);
      add('searched', random() < 0.9 ? 1 : 0);
      add('unsourced_marker', random() < 0.05 ? 1 : 0);
    }
    return sums;
  };
  const raised = Array.from({ length: 2_000 }, () => replySignals(facts(12), facts(84)).length);
  expect(raised.filter((count) => count > 0).length).toBeLessThan(10);
});
