import { expect, test } from 'vitest';
import { askPlayed, PLAYED_KEY, passages } from '../../fixtures/ask-played.ts';
import { replyStatus } from '../../reply-status.ts';
import { grok } from './grok.ts';
import { GROK } from './replies.ts';

test('Grok is asked in a fresh conversation, without a system prompt, with web search', async () => {
  const { received } = await askPlayed(grok, [GROK.cited], { country: 'DE' });
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    method: 'POST',
    path: '/v1/responses',
    headers: { authorization: `Bearer ${PLAYED_KEY}` },
  });
  expect(received[0]?.body).toEqual({
    model: 'grok-4.3',
    input: [{ role: 'user', content: 'Which kanban tool is best?' }],
    tools: [{ type: 'web_search' }],
    store: false,
  });
});

test('a page that Grok links in its text is cited, a page it only found is not', async () => {
  const { answer } = await askPlayed(grok, [GROK.cited]);
  expect(passages(answer)).toEqual({ 'https://acme.io/boards': ['[[1]](https://acme.io/boards)'] });
  expect(answer.cited[0]?.title).toBeUndefined();
  expect(answer.retrieved.map(({ url }) => url)).toEqual([
    'https://list.example/',
    'https://acme.io/boards',
    'https://zento.example/',
  ]);
  expect(answer).toMatchObject({ searched: true, queries: ['best kanban tools'], stop: 'completed' });
});

test('annotations of Grok without a position are pages it found', async () => {
  const { answer } = await askPlayed(grok, [GROK.listed]);
  expect(answer).toMatchObject({ text: 'Acme.', cited: [], queries: ['kanban boards'], searched: true });
  expect(answer.retrieved.map(({ url }) => url)).toEqual(['https://acme.io/', 'https://list.example/']);
});

test.each([
  ['without a position', {}],
  ['at position zero', { start_index: 0, end_index: 0 }],
])('an annotation of Grok %s is cited where the text links its page', async (_, position) => {
  const annotations = ['https://acme.io/', 'https://list.example/'].map((url) => {
    return { type: 'url_citation', url, ...position };
  });
  const text = 'Acme.[[1]](https://acme.io/) Not [Zento](https://zento.example/). [Acme](https://acme.io/)';
  const output = [{ type: 'message', content: [{ type: 'output_text', text, annotations }] }];
  const { answer } = await askPlayed(grok, [{ ...GROK.cited, output, citations: [] }]);
  expect(passages(answer)).toEqual({
    'https://acme.io/': ['[[1]](https://acme.io/)', '[Acme](https://acme.io/)'],
  });
  expect(answer.retrieved.map(({ url }) => url)).toEqual(['https://acme.io/', 'https://list.example/']);
});

test('a cost that Grok reports replaces the computed one', async () => {
  const usage = { ...GROK.cited.usage, cost_in_usd_ticks: 336_556_500 };
  const { answer } = await askPlayed(grok, [{ ...GROK.cited, usage }]);
  expect(answer.costUsd).toBeCloseTo(0.03365565, 10);
});

test('an answer of Grok has the model that answered, its usage and its cost', async () => {
  const { answer } = await askPlayed(grok, [GROK.cited]);
  expect(answer).toMatchObject({ model: 'grok-4.3', requestedModel: 'grok-4.3' });
  expect(answer.usage).toEqual({ inputTokens: 8_000, outputTokens: 400, searches: 2 });
  expect(answer.costUsd).toBeCloseTo(0.01 + 0.001 + 0.01, 10);
});

test('an answer of Grok from memory has no pages', async () => {
  const { answer } = await askPlayed(grok, [GROK.fromMemory]);
  expect(answer).toMatchObject({ searched: false, cited: [], retrieved: [], queries: [] });
});

test('a reply of Grok that was cut off says so', async () => {
  const { answer } = await askPlayed(grok, [GROK.truncated]);
  expect(answer).toMatchObject({ text: 'For small teams,', stop: 'max_output_tokens' });
});

test.each([
  ['refusal', 'refused', 'refusal'],
  ['filtered', 'refused', 'content_filter'],
  ['failed', 'failed', 'failed'],
  ['empty', 'failed', 'empty'],
] as const)('a reply of Grok without an answer is not an answer: %s', async (kind, status, reason) => {
  const { answer } = await askPlayed(grok, [GROK[kind]]);
  expect(replyStatus(answer)).toEqual({ status, reason });
});
