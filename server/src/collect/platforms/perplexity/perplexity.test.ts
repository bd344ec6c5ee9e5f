import { expect, test } from 'vitest';
import { askPlayed, PLAYED_KEY, passages } from '../../fixtures/ask-played.ts';
import { replyStatus } from '../../reply-status.ts';
import { perplexity } from './perplexity.ts';
import { PERPLEXITY_AGENT } from './replies.ts';

test('Perplexity is asked with a forced search, its own model and no other field', async () => {
  const { received } = await askPlayed(perplexity, [PERPLEXITY_AGENT.cited], { country: 'fr', language: 'fr' });
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    method: 'POST',
    path: '/v1/agent',
    headers: { authorization: `Bearer ${PLAYED_KEY}` },
  });
  expect(received[0]?.body).toEqual({
    model: 'perplexity/sonar',
    input: 'Which kanban tool is best?',
    tools: [{ type: 'web_search', user_location: { country: 'FR' } }],
    tool_choice: { type: 'web_search' },
  });
});

test.each([
  ['sonar', 'perplexity/sonar'],
  ['openai/gpt-6.1-terra', 'openai/gpt-6.1-terra'],
])('the model %s is asked as %s', async (model, asked) => {
  const { received, answer } = await askPlayed(perplexity, [PERPLEXITY_AGENT.cited], { model });
  expect(received[0]?.body).toMatchObject({ model: asked });
  expect(answer.requestedModel).toBe(asked);
});

test('a marker of Perplexity refers to the id of a result, and [1] and [12] refer to nothing', async () => {
  const { answer } = await askPlayed(perplexity, [PERPLEXITY_AGENT.cited]);
  expect(answer.text).toBe(PERPLEXITY_AGENT.text);
  expect(passages(answer)).toEqual({
    'https://acme.io/': ['[4]', '[4, 7]'],
    'https://list.example/kanban': ['[4, 7]'],
  });
  expect(answer.retrieved).toHaveLength(3);
  expect(answer).toMatchObject({ searched: true, queries: ['best kanban tools'] });
});

test('a number in code is not a citation, and one in 【】 is', async () => {
  const { answer } = await askPlayed(perplexity, [PERPLEXITY_AGENT.inCode]);
  expect(passages(answer)).toEqual({ 'https://acme.io/': ['【4】'], 'https://list.example/kanban': ['[7]'] });
});

test('annotations are citations where the text has no markers', async () => {
  const { answer } = await askPlayed(perplexity, [PERPLEXITY_AGENT.annotated]);
  expect(passages(answer)).toEqual({ 'https://acme.io/': ['Acme'] });
});

test('results of several searches are read together', async () => {
  const { answer } = await askPlayed(perplexity, [PERPLEXITY_AGENT.twoSearches]);
  expect(answer.queries).toEqual(['best kanban tools', 'acme price']);
  expect(passages(answer)).toEqual({ 'https://acme.io/price': ['[12]'] });
});

test('an answer of Perplexity has the cost that Perplexity reports, its model and its adapter', async () => {
  const { answer } = await askPlayed(perplexity, [PERPLEXITY_AGENT.cited]);
  expect(answer).toMatchObject({ model: 'perplexity/sonar', stop: 'completed', costUsd: 0.00455, problems: [] });
  expect(answer.adapter).toBe('perplexity/2 agent web_search');
  expect(answer.usage).toEqual({ inputTokens: 5_200, outputTokens: 300, searches: 1 });
});

test('an answer without a search says so, and its cost comes from the price list', async () => {
  const { answer } = await askPlayed(perplexity, [PERPLEXITY_AGENT.fromMemory]);
  expect(answer).toMatchObject({ searched: false, cited: [], retrieved: [], queries: [] });
  expect(answer.costUsd).toBeCloseTo(12 * 0.25e-6 + 5 * 2.5e-6, 10);
});

test.each([
  ['refusal', 'refused', 'refusal'],
  ['failed', 'failed', 'failed'],
  ['empty', 'failed', 'empty'],
] as const)('a reply of Perplexity without an answer is not an answer: %s', async (kind, status, reason) => {
  const { answer } = await askPlayed(perplexity, [PERPLEXITY_AGENT[kind]]);
  expect(replyStatus(answer)).toEqual({ status, reason });
});
