import { expect, test } from 'vitest';
import { askPlayed, PLAYED_KEY, passages } from '../../fixtures/ask-played.ts';
import { replyStatus } from '../../reply-status.ts';
import { gemini } from './gemini.ts';
import { GEMINI, INTERACTION } from './replies.ts';

const redirect = (name: string) => `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${name}`;

test('Gemini is asked in a fresh conversation with Google Search, with its key in a header and not in the URL', async () => {
  const { received } = await askPlayed(gemini, [GEMINI.grounded], { country: 'DE' });
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    method: 'POST',
    path: '/v1/models/gemini-3.8-flash:generateContent',
    headers: { 'x-goog-api-key': PLAYED_KEY },
  });
  expect(received[0]?.body).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'Which kanban tool is best?' }] }],
    tools: [{ googleSearch: {} }],
  });
});

test('byte offsets of Gemini become text offsets, also after emoji and kanji', async () => {
  const { answer } = await askPlayed(gemini, [GEMINI.grounded]);
  expect(answer.text).toBe(`${GEMINI.first} ${GEMINI.second}`);
  expect(passages(answer)).toEqual({
    [redirect('acme')]: [GEMINI.first, GEMINI.second],
    [redirect('zento')]: [GEMINI.second],
  });
});

test('offsets alone are enough, and distinguish two equal sentences', async () => {
  const { answer } = await askPlayed(gemini, [GEMINI.offsetsOnly]);
  expect(passages(answer)).toEqual({
    [redirect('acme')]: [GEMINI.first],
    [redirect('unused')]: ['🚀 ist Acme gut.'],
    [redirect('zento')]: [GEMINI.second],
  });
  const { answer: repeated } = await askPlayed(gemini, [GEMINI.repeated]);
  const second = GEMINI.first.length + 1;
  expect(repeated.cited[0]?.spans).toEqual([[second, second + GEMINI.first.length]]);
});

test('a page that Gemini retrieved is not cited, and neither is the search result page', async () => {
  const { answer } = await askPlayed(gemini, [GEMINI.grounded]);
  expect(answer.retrieved).toEqual([
    { url: redirect('acme'), title: 'acme.io' },
    { url: redirect('zento'), title: 'zento.example' },
    { url: redirect('unused'), title: 'unused.example' },
  ]);
  expect(answer).toMatchObject({ searched: true, queries: ['kanban tools teams', 'zento preis'] });
});

test('offsets relative to a part, or that contradict the text, are corrected', async () => {
  const { answer: inParts } = await askPlayed(gemini, [GEMINI.inParts]);
  expect(passages(inParts)).toEqual({ [redirect('zento')]: ['Zento'] });
  const { answer: wrong } = await askPlayed(gemini, [GEMINI.wrongOffsets]);
  expect(passages(wrong)).toEqual({ [redirect('zento')]: [GEMINI.second], [redirect('acme')]: [] });
});

test('an answer of Gemini has the model that answered, its usage with thoughts and tools, and its cost', async () => {
  const { answer } = await askPlayed(gemini, [GEMINI.grounded]);
  expect(answer).toMatchObject({ model: 'gemini-3.8-flash', requestedModel: 'gemini-3.8-flash', stop: 'STOP' });
  expect(answer.usage).toEqual({ inputTokens: 200, outputTokens: 1_000, searches: 2 });
  expect(answer.costUsd).toBeCloseTo(0.00015 + 0.00375 + 0.028, 10);
  expect(JSON.parse(answer.raw ?? '').modelVersion).toBe('gemini-3.8-flash');
});

test('a reply of the Interactions API is read like one of generateContent', async () => {
  const { answer } = await askPlayed(gemini, [INTERACTION.grounded]);
  expect(answer.text).toBe(`${GEMINI.first} ${GEMINI.second}`);
  expect(passages(answer)).toEqual({ [redirect('acme')]: [GEMINI.first], [redirect('zento')]: [GEMINI.second] });
  expect(answer.retrieved.map(({ title }) => title)).toEqual(['unused.example', 'acme.io', 'zento.example']);
  expect(answer).toMatchObject({
    searched: true,
    queries: ['kanban tools teams', 'zento preis'],
    model: 'gemini-3.8-flash',
    adapter: 'gemini/2 interactions google_search',
    stop: 'completed',
    usage: { inputTokens: 200, outputTokens: 1_000, searches: 2 },
    problems: [],
  });
});

test.each(['withoutMetadata', 'emptyMetadata'] as const)(
  'missing grounding is not "did not search": %s',
  async (kind) => {
    const { answer } = await askPlayed(gemini, [GEMINI[kind]]);
    expect(answer.searched).toBeUndefined();
    expect(replyStatus(answer)).toEqual({ status: 'valid', reason: undefined });
  },
);

test('an empty search query of Gemini is none, and is not paid for', async () => {
  const [candidate] = GEMINI.grounded.candidates as { groundingMetadata: object }[];
  const groundingMetadata = { ...candidate?.groundingMetadata, webSearchQueries: ['', 'kanban', ' '] };
  const { answer } = await askPlayed(gemini, [
    { ...GEMINI.grounded, candidates: [{ ...candidate, groundingMetadata }] },
  ]);
  expect(answer).toMatchObject({ queries: ['kanban'], usage: { searches: 1 } });
});

test('a blocked prompt has no tokens of an answer, which is not a change of the API', async () => {
  const usageMetadata = { promptTokenCount: 12, totalTokenCount: 12 };
  const reply = { promptFeedback: { blockReason: 'JAILBREAK' }, usageMetadata };
  const { answer } = await askPlayed(gemini, [reply]);
  expect(answer.problems).toEqual([]);
  expect(replyStatus(answer)).toEqual({ status: 'refused', reason: 'jailbreak' });
  const { answer: broken } = await askPlayed(gemini, [{ ...GEMINI.grounded, usageMetadata }]);
  expect(broken.problems.map(({ kind }) => kind)).toEqual(['missing_usage']);
});

test('an interaction whose searches failed does not count', async () => {
  const steps = (INTERACTION.grounded.steps as { type: string }[]).map((step) =>
    step.type === 'google_search_result' ? { ...step, is_error: true } : step,
  );
  const { answer } = await askPlayed(gemini, [{ ...INTERACTION.grounded, steps }]);
  expect(replyStatus(answer).status).toBe('no_search');
});

test.each([
  ['unsafe', 'refused', 'safety'],
  ['blocked', 'refused', 'prohibited_content'],
  ['empty', 'failed', 'empty'],
] as const)('a reply of Gemini without an answer is not an answer: %s', async (kind, status, reason) => {
  const { answer } = await askPlayed(gemini, [GEMINI[kind]]);
  expect(replyStatus(answer)).toEqual({ status, reason });
});
