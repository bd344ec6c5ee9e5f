import { expect, test } from 'vitest';
import { askPlayed, passages } from '../../fixtures/ask-played.ts';
import { createPlatforms } from '../../platforms.ts';
import { replyStatus } from '../../reply-status.ts';
import { createTransport } from '../../transport.ts';
import { openaiCompatible } from './openai-compatible.ts';
import { OPENAI_COMPATIBLE } from './replies.ts';

test('a local server is asked without a key if none is set', async () => {
  const { received } = await askPlayed(openaiCompatible, [OPENAI_COMPATIBLE.plain], { apiKey: '', model: 'qwen3:8b' });
  expect(received[0]?.path).toBe('/v1/chat/completions');
  expect(received[0]?.headers.authorization).toBeUndefined();
  expect(received[0]?.body).toEqual({
    model: 'qwen3:8b',
    messages: [{ role: 'user', content: 'Which kanban tool is best?' }],
  });
});

test('without a URL the platform is not available, even with a key', () => {
  expect([...createPlatforms({ openai_compatible: { apiKey: 'x' } }, createTransport()).keys()]).toEqual([]);
});

test('characters that a database cannot store are replaced by as many others', async () => {
  const { answer } = await askPlayed(openaiCompatible, [OPENAI_COMPATIBLE.plain]);
  expect(answer.text).toBe('Acme is   good \uFFFD here.');
  expect(answer).toMatchObject({ model: 'qwen3:8b', usage: { inputTokens: 12, outputTokens: 30 } });
  expect(answer.searched).toBeUndefined();
  expect(answer.costUsd).toBeUndefined();
});

test('citations of a compatible server that searches are read', async () => {
  const { answer } = await askPlayed(openaiCompatible, [OPENAI_COMPATIBLE.annotated]);
  expect(answer.text).toBe('Acme it is.');
  expect(passages(answer)).toEqual({ 'https://acme.io/': ['Acme'] });
  expect(answer.searched).toBe(true);
});

test.each([
  ['refusal', 'refusal'],
  ['filtered', 'content_filter'],
] as const)('a compatible server may refuse: %s', async (kind, reason) => {
  const { answer } = await askPlayed(openaiCompatible, [OPENAI_COMPATIBLE[kind]]);
  expect(replyStatus(answer)).toEqual({ status: 'refused', reason });
});
