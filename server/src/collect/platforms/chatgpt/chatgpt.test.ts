import { expect, test } from 'vitest';
import { askPlayed, PLAYED_KEY, passages } from '../../fixtures/ask-played.ts';
import { replyStatus } from '../../reply-status.ts';
import { chatgpt } from './chatgpt.ts';
import { CHATGPT } from './replies.ts';

test('ChatGPT is asked in a fresh conversation, without a system prompt, with web search and the country', async () => {
  const { received } = await askPlayed(chatgpt, [CHATGPT.cited], { country: 'de', language: 'de' });
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    method: 'POST',
    path: '/v1/responses',
    headers: { authorization: `Bearer ${PLAYED_KEY}`, 'content-type': 'application/json' },
  });
  expect(received[0]?.body).toEqual({
    model: 'gpt-6.1-terra',
    input: 'Which kanban tool is best?',
    tools: [{ type: 'web_search', user_location: { type: 'approximate', country: 'DE' } }],
    max_tool_calls: 8,
    include: ['web_search_call.action.sources'],
    store: false,
  });
});

test.each([undefined, 'Germany', ''])('an invalid country code is not sent: %j', async (country) => {
  const { received } = await askPlayed(chatgpt, [CHATGPT.cited], { country, model: 'gpt-5.5' });
  expect(received[0]?.body).toMatchObject({ model: 'gpt-5.5', tools: [{ type: 'web_search' }] });
  expect(JSON.stringify(received[0]?.body)).not.toContain('user_location');
});

test('pages that ChatGPT cites are distinguished from pages it only retrieved', async () => {
  const { answer } = await askPlayed(chatgpt, [CHATGPT.cited]);
  expect(answer.text).toMatch(/^Für Teams 🚀 passt Acme/);
  expect(answer.cited.map(({ url, title }) => [url, title])).toEqual([
    ['https://acme.io/boards?utm_source=openai', 'Acme Boards'],
    ['https://zento.example/preise', 'Preise'],
  ]);
  expect(answer.retrieved).toEqual([
    { url: 'https://acme.io/boards', title: undefined },
    { url: 'https://zento.example/preise', title: undefined },
    { url: 'https://review.example/kanban', title: undefined },
  ]);
  expect(answer.queries).toEqual(['kanban tools vergleich', 'kanban software teams']);
  expect(answer.searched).toBe(true);
});

test.each(['cited', 'countedByCharacter'] as const)(
  'a citation of ChatGPT is at the position of its marker: %s',
  async (kind) => {
    const { answer } = await askPlayed(chatgpt, [CHATGPT[kind]]);
    expect(passages(answer)).toEqual({
      'https://acme.io/boards?utm_source=openai': ['([acme.io](https://acme.io/boards?utm_source=openai))'],
      'https://zento.example/preise': ['([zento.example](https://zento.example/preise))'],
    });
  },
);

test('an answer of ChatGPT has the model that answered, its usage, its cost and the raw reply', async () => {
  const { answer } = await askPlayed(chatgpt, [CHATGPT.cited]);
  expect(answer.model).toBe('gpt-6.1-terra-2026-10-26');
  expect(answer.requestedModel).toBe('gpt-6.1-terra');
  expect(answer.adapter).toBe('chatgpt/3 responses web_search');
  expect(answer.stop).toBe('completed');
  expect(answer.usage).toEqual({ inputTokens: 10_000, outputTokens: 1_000, searches: 1 });
  expect(answer.costUsd).toBeCloseTo(0.01 + 0.005 + 0.01, 10);
  expect(JSON.parse(answer.raw ?? '')).toEqual(CHATGPT.cited);
});

test.each([
  ['searchedWithoutAnnotation', { searched: true, cited: [], text: 'Acme.' }],
  ['fromMemory', { searched: false, cited: [], retrieved: [], queries: [], text: 'Acme.' }],
] as const)('an answer without citations gets none: %s', async (kind, expected) => {
  const { answer } = await askPlayed(chatgpt, [CHATGPT[kind]]);
  expect(answer).toMatchObject(expected);
  expect(replyStatus(answer).status).toBe('valid');
});

test.each([
  ['refusal', 'refused', 'refusal'],
  ['filtered', 'refused', 'content_filter'],
  ['failed', 'failed', 'failed'],
  ['empty', 'failed', 'empty'],
] as const)('a reply of ChatGPT without an answer is not an answer: %s', async (kind, status, reason) => {
  const { answer } = await askPlayed(chatgpt, [CHATGPT[kind]]);
  expect(replyStatus(answer)).toEqual({ status, reason });
});

const said = (text: string, phase?: string) => ({ type: 'message', phase, content: [{ type: 'output_text', text }] });
const call = (status: string) => ({ type: 'web_search_call', status, action: { type: 'search', query: 'kanban' } });

test.each([
  [['failed', 'failed'], 'completed', false, 'no_search'],
  [['failed', 'completed'], 'completed', true, 'valid'],
  [['searching'], 'completed', true, 'valid'],
  [['incomplete'], 'completed', false, 'valid'],
  [['in_progress'], 'incomplete', false, 'valid'],
])('searches of ChatGPT that end as %j in a %s reply: searched is %s, the answer is %s', async (...row) => {
  const [ends, reply, searched, status] = row;
  const output = [...ends.map(call), said('Acme.')];
  const { answer } = await askPlayed(chatgpt, [{ ...CHATGPT.cited, status: reply, output }]);
  expect(answer.searched).toBe(searched);
  expect(replyStatus(answer).status).toBe(status);
});

test.each([
  [[said('I will search.', 'commentary'), said('Acme.', 'final_answer')], 'Acme.'],
  [[said('I will search.', 'commentary')], 'I will search.'],
  [[said('Acme.'), said('Zento.')], 'Acme.\n\nZento.'],
])('remarks between searches are not part of the answer, if there is one: %#', async (output, text) => {
  const { answer } = await askPlayed(chatgpt, [{ ...CHATGPT.cited, output }]);
  expect(answer.text).toBe(text);
});
