import { expect, test } from 'vitest';
import { askPlayed, PLAYED_KEY, passages } from '../../fixtures/ask-played.ts';
import { replyStatus } from '../../reply-status.ts';
import { mistral } from './mistral.ts';
import { MISTRAL } from './replies.ts';

test('Mistral is asked in a fresh conversation, without instructions, with web search', async () => {
  const { received } = await askPlayed(mistral, [MISTRAL.cited], { country: 'FR' });
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    path: '/v1/conversations',
    headers: { authorization: `Bearer ${PLAYED_KEY}` },
    body: {
      model: 'mistral-medium-latest',
      inputs: 'Which kanban tool is best?',
      tools: [{ type: 'web_search' }],
      store: false,
    },
  });
});

test('a reference of Mistral cites the text before it', async () => {
  const { answer } = await askPlayed(mistral, [MISTRAL.cited]);
  expect(answer.text).toBe('Acme suits small teams. Zento costs less.');
  expect(passages(answer)).toEqual({
    'https://acme.io/': ['Acme suits small teams.'],
    'https://list.example/kanban': ['Acme suits small teams.'],
    'https://zento.example/': [' Zento costs less.'],
  });
  expect(answer).toMatchObject({ queries: ['best kanban tools'], searched: true });
});

test('an answer of Mistral has the model that answered, its usage and its cost', async () => {
  const { answer } = await askPlayed(mistral, [MISTRAL.cited]);
  expect(answer).toMatchObject({ model: 'mistral-medium-3-5', requestedModel: 'mistral-medium-latest' });
  expect(answer.usage).toEqual({ inputTokens: 8_000, outputTokens: 400, searches: 1 });
  expect(answer.costUsd).toBeCloseTo(0.012 + 0.003 + 0.03, 10);
});

test('an answer of Mistral from memory has no pages, and an empty one does not count', async () => {
  const { answer } = await askPlayed(mistral, [MISTRAL.fromMemory]);
  expect(answer).toMatchObject({ text: 'Acme.', searched: false, cited: [], retrieved: [], queries: [] });
  expect(replyStatus(answer).status).toBe('valid');
  const { answer: empty } = await askPlayed(mistral, [MISTRAL.empty]);
  expect(replyStatus(empty)).toEqual({ status: 'failed', reason: 'empty' });
});

test('entries of Mistral without the optional type are told apart by what they contain', async () => {
  const outputs = MISTRAL.cited.outputs.map((entry) => ({ ...entry, type: undefined }));
  const { answer } = await askPlayed(mistral, [{ ...MISTRAL.cited, outputs }]);
  expect(answer.text).toBe((await askPlayed(mistral, [MISTRAL.cited])).answer.text);
  expect(answer).toMatchObject({ searched: true, queries: ['best kanban tools'], problems: [] });
});
