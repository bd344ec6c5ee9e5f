import { expect, test } from 'vitest';
import { askPlayed, PLAYED_KEY, passages } from '../../fixtures/ask-played.ts';
import { replyStatus } from '../../reply-status.ts';
import { claude } from './claude.ts';
import { CLAUDE } from './replies.ts';

const question = { role: 'user', content: 'Which kanban tool is best?' };

test('Claude is asked in a fresh conversation, without a system prompt, with web search and the country', async () => {
  const { received } = await askPlayed(claude, [CLAUDE.cited], { country: 'GB' });
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    method: 'POST',
    path: '/v1/messages',
    headers: { 'x-api-key': PLAYED_KEY, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
  });
  expect(received[0]?.body).toEqual({
    model: 'claude-sonnet-5-5',
    max_tokens: 16_000,
    messages: [question],
    tools: [
      {
        type: 'web_search_20250305',
        name: 'web_search',
        max_uses: 5,
        user_location: { type: 'approximate', country: 'GB' },
      },
    ],
  });
});

test('blocks of Claude are joined without a gap, and its thinking is not part of the answer', async () => {
  const { answer } = await askPlayed(claude, [CLAUDE.cited]);
  expect(answer.text).toBe('For small teams, Acme is the usual choice, and Zento costs less. 🙂 Acme has a free plan.');
  expect(passages(answer)).toEqual({
    'https://acme.io/': ['Acme is the usual choice', 'Acme has a free plan'],
    'https://zento.example/': ['Zento costs less'],
  });
  expect(answer.retrieved.map(({ url }) => url)).toEqual([
    'https://acme.io/',
    'https://list.example/kanban',
    'https://zento.example/',
  ]);
  expect(answer).toMatchObject({ searched: true, queries: ['best kanban tools'], stop: 'end_turn' });
});

test('an answer of Claude has the model that answered, its usage and its cost', async () => {
  const { answer } = await askPlayed(claude, [CLAUDE.cited]);
  expect(answer.model).toBe('claude-sonnet-5-5-20260928');
  expect(answer.requestedModel).toBe('claude-sonnet-5-5');
  expect(answer.usage).toEqual({ inputTokens: 8_000, outputTokens: 400, searches: 1 });
  expect(answer.costUsd).toBeCloseTo(0.016 + 0.004 + 0.01, 10);
});

test('blobs that only Anthropic can read are not stored, the rest of the reply is', async () => {
  const { answer } = await askPlayed(claude, [CLAUDE.cited]);
  expect(answer.raw).not.toContain('encrypted');
  expect(answer.raw).toContain('"cited_text":"…"');
  expect(JSON.parse(answer.raw ?? '')).toMatchObject({ role: 'assistant', stop_reason: 'end_turn' });
});

test('a paused turn of Claude is continued with its own beginning, and both turns are paid for', async () => {
  const { answer, received } = await askPlayed(claude, [CLAUDE.paused, CLAUDE.continued]);
  expect(received).toHaveLength(2);
  expect(received[1]?.body).toMatchObject({
    messages: [question, { role: 'assistant', content: CLAUDE.paused.content }],
  });
  expect(answer).toMatchObject({
    text: 'Acme.',
    queries: ['best kanban tools', 'acme price'],
    stop: 'end_turn',
    usage: { inputTokens: 16_000, outputTokens: 800, searches: 2 },
  });
  expect(answer.retrieved).toHaveLength(4);
  expect(JSON.parse(answer.raw ?? '')).toHaveLength(2);
  expect(answer.raw).not.toContain('encrypted');
});

test('a turn that keeps pausing is given up as failed', async () => {
  const { answer, received } = await askPlayed(claude, [CLAUDE.paused]);
  expect(received).toHaveLength(5);
  expect(replyStatus(answer)).toEqual({ status: 'failed', reason: 'pause_turn' });
});

test('a question that has cost five times as much as usual is not continued', async () => {
  // 0.43 USD by the prices of the model: a question usually costs 0.085.
  const costly = {
    ...CLAUDE.paused,
    usage: { input_tokens: 210_000, output_tokens: 0, server_tool_use: { web_search_requests: 1 } },
  };
  const { answer, received } = await askPlayed(claude, [CLAUDE.paused, costly]);
  expect(received).toHaveLength(2);
  expect(replyStatus(answer)).toEqual({ status: 'failed', reason: 'pause_turn' });
  expect(answer.costUsd).toBeCloseTo(0.03 + 0.43, 10);
});

test('a turn that cannot be continued is a failed reply with its cost, and is not asked and paid for again', async () => {
  const { answer, received } = await askPlayed(claude, [CLAUDE.paused, 'no JSON']);
  expect(received).toHaveLength(2);
  expect(replyStatus(answer)).toEqual({ status: 'failed', reason: 'pause_turn' });
  expect(answer.costUsd).toBeCloseTo(0.03, 10);
});

test('a search from code and remarks between searches are read like a direct search', async () => {
  const { answer } = await askPlayed(claude, [CLAUDE.searchedFromCode]);
  expect(answer.text).toBe('Acme is the usual choice.');
  expect(answer).toMatchObject({ searched: true, queries: ['best kanban tools'], problems: [] });
  expect(answer.retrieved.map(({ url }) => url)).toEqual(['https://acme.io/', 'https://list.example/kanban']);
  expect(answer.cited.map(({ url }) => url)).toEqual(['https://acme.io/']);
  expect(answer.adapter).toBe('claude/3 web_search_20250305');
});

test('an answer after failed searches only is from memory and does not count', async () => {
  const { answer } = await askPlayed(claude, [CLAUDE.searchFailed]);
  expect(answer).toMatchObject({ text: 'From memory: Acme.', cited: [], retrieved: [], searched: false });
  expect(replyStatus(answer)).toEqual({ status: 'no_search', reason: 'no_search' });
});

test('a failed search beside a successful one leaves the answer valid', async () => {
  const content = [...CLAUDE.searchFailed.content.slice(0, 2), ...CLAUDE.cited.content];
  const { answer } = await askPlayed(claude, [{ ...CLAUDE.cited, content }]);
  expect(answer.searched).toBe(true);
  expect(answer.retrieved).toHaveLength(3);
  expect(replyStatus(answer).status).toBe('valid');
});

test('a refusal after a failed search stays a refusal', async () => {
  const { answer } = await askPlayed(claude, [{ ...CLAUDE.searchFailed, stop_reason: 'refusal' }]);
  expect(replyStatus(answer)).toEqual({ status: 'refused', reason: 'refusal' });
});

test.each([
  ['refusal', 'refused', 'refusal'],
  ['empty', 'failed', 'empty'],
] as const)('a reply of Claude without an answer is not an answer: %s', async (kind, status, reason) => {
  const { answer } = await askPlayed(claude, [CLAUDE[kind]]);
  expect(replyStatus(answer)).toEqual({ status, reason });
});
