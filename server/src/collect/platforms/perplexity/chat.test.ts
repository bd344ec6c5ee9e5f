import { expect, test } from 'vitest';
import { askPlayed, PLAYED_KEY, passages } from '../../fixtures/ask-played.ts';
import { replyStatus } from '../../reply-status.ts';
import { PERPLEXITY_CHAT } from './chat-replies.ts';
import { perplexity } from './perplexity.ts';

const askChat = (bodies: unknown[], options = {}) =>
  askPlayed(perplexity, bodies, { api: 'chat_completions', ...options });

test('with the older API, Perplexity is asked in a fresh conversation, without a system prompt, with country and language', async () => {
  const { received } = await askChat([PERPLEXITY_CHAT.cited], { country: 'fr', language: 'fr' });
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${PLAYED_KEY}` },
  });
  expect(received[0]?.body).toEqual({
    model: 'sonar',
    messages: [{ role: 'user', content: 'Which kanban tool is best?' }],
    web_search_options: { user_location: { country: 'FR' } },
    language_preference: 'fr',
  });
});

test('Perplexity cites the pages that its markers refer to, and [0], [9] and a link refer to nothing', async () => {
  const { answer } = await askChat([PERPLEXITY_CHAT.cited]);
  expect(answer.text).toBe(PERPLEXITY_CHAT.text);
  expect(passages(answer)).toEqual({
    'https://acme.io/': ['[1]'],
    'https://zento.example/': ['[3]', '[2, 3]'],
    'https://list.example/kanban': ['[2, 3]'],
  });
  expect(answer.retrieved).toHaveLength(4);
  expect(answer.retrieved[3]).toEqual({ url: 'https://unused.example/', title: 'Never used' });
});

test('an answer of Perplexity has the cost that Perplexity reports', async () => {
  const { answer } = await askChat([PERPLEXITY_CHAT.cited]);
  expect(answer).toMatchObject({ model: 'sonar', stop: 'stop', costUsd: 0.00531, searched: true });
  expect(answer.usage).toEqual({ inputTokens: 12, outputTokens: 300, searches: 1 });
});

test('without results the URLs count, at their positions, and the cost comes from the price list', async () => {
  const { answer } = await askChat([PERPLEXITY_CHAT.addressesOnly]);
  expect(passages(answer)).toEqual({ 'https://zento.example/': ['[3]'] });
  expect(answer.retrieved.map(({ url }) => url)).toEqual(['https://acme.io/', 'https://zento.example/']);
  expect(answer.costUsd).toBeCloseTo(0.002 + 0.005, 10);
});

test.each([
  ['nothingFound', true],
  ['silent', undefined],
] as const)('whether Perplexity searched is taken from its reply: %s', async (kind, searched) => {
  const { answer } = await askChat([PERPLEXITY_CHAT[kind]]);
  expect(answer).toMatchObject({ cited: [], retrieved: [] });
  expect(answer.searched).toBe(searched);
});

test('thinking before the answer is not part of it', async () => {
  const { answer } = await askChat([PERPLEXITY_CHAT.thinking]);
  expect(answer.text).toBe('Acme[1].');
  expect(passages(answer)).toEqual({ 'https://acme.io/': ['[1]'] });
});

test('a number in code is not a citation, and one in 【】 is', async () => {
  const { answer } = await askChat([PERPLEXITY_CHAT.inCode]);
  expect(passages(answer)).toEqual({ 'https://list.example/kanban': ['【2】'], 'https://unused.example/': ['[4]'] });
});

test('an empty reply of Perplexity is not an answer', async () => {
  const { answer } = await askChat([PERPLEXITY_CHAT.empty]);
  expect(replyStatus(answer)).toEqual({ status: 'failed', reason: 'empty' });
});
