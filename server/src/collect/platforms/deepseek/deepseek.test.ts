import { expect, test } from 'vitest';
import { askPlayed, PLAYED_KEY, passages } from '../../fixtures/ask-played.ts';
import { replyStatus } from '../../reply-status.ts';
import { deepseek } from './deepseek.ts';
import { DEEPSEEK } from './replies.ts';

test('DeepSeek is asked in a fresh conversation, without a system prompt, with web search', async () => {
  const { received } = await askPlayed(deepseek, [DEEPSEEK.cited], { country: 'DE' });
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ path: '/v1/anthropic/v1/messages', headers: { 'x-api-key': PLAYED_KEY } });
  expect(received[0]?.body).toEqual({
    model: 'deepseek-flash',
    max_tokens: 16_000,
    messages: [{ role: 'user', content: 'Which kanban tool is best?' }],
    tools: [{ type: 'web_search_20250305', name: 'web_search' }],
  });
});

test('a link of DeepSeek to a page of its search is a citation, a link to another page is not', async () => {
  const { answer } = await askPlayed(deepseek, [DEEPSEEK.cited]);
  expect(passages(answer)).toEqual({ 'https://acme.io/': ['[Acme](https://acme.io/)'] });
  expect(answer.retrieved).toEqual([
    { url: 'https://acme.io/', title: 'Acme' },
    { url: 'https://list.example/kanban', title: 'Ten boards' },
  ]);
  expect(answer).toMatchObject({ queries: ['best kanban tools'], searched: true, stop: 'end_turn' });
  expect(answer.text).not.toContain('Nimbus');
  expect(answer.raw).not.toContain('encrypted');
});

test('an answer of DeepSeek has the model that answered, its usage and its cost', async () => {
  const { answer } = await askPlayed(deepseek, [DEEPSEEK.cited]);
  expect(answer).toMatchObject({ model: 'deepseek-flash', requestedModel: 'deepseek-flash' });
  expect(answer.usage).toEqual({ inputTokens: 10_000, cachedInputTokens: 1_000, outputTokens: 500, searches: 1 });
  expect(answer.costUsd).toBeCloseTo(0.0027 + 0.000006 + 0.0006 + 0.0007, 10);
  expect((await askPlayed(deepseek, [DEEPSEEK.counted])).answer.usage.searches).toBe(3);
});

test('a reply of DeepSeek that was cut off says so', async () => {
  const { answer } = await askPlayed(deepseek, [DEEPSEEK.truncated]);
  expect(answer).toMatchObject({ text: 'Small teams', stop: 'max_tokens' });
});

test.each([
  ['withoutSearch', 'no_search', 'no_search'],
  ['refusal', 'refused', 'refusal'],
  ['empty', 'failed', 'empty'],
] as const)('a reply of DeepSeek without a search or an answer does not count: %s', async (kind, status, reason) => {
  const { answer } = await askPlayed(deepseek, [DEEPSEEK[kind]]);
  expect(replyStatus(answer)).toEqual({ status, reason });
  expect(answer.costUsd).toBeGreaterThan(0);
});
