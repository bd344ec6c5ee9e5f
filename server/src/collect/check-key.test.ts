import { expect, onTestFinished, test } from 'vitest';
import { askToVerify } from './ask-to-verify.ts';
import { checkPlatform } from './check-key.ts';
import { type PlayedReply, playPlatform } from './fixtures/local-platform.ts';
import { createPlatforms, PLATFORM_IDS } from './platforms.ts';
import { createTransport } from './transport.ts';

const invalid = { error: { code: 400, status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } };

async function check(id: string, reply: PlayedReply, timeoutMs = 2_000) {
  const played = await playPlatform([reply]);
  onTestFinished(() => played.close());
  const platform = createPlatforms({ [id]: { apiKey: 'a-key-to-check', baseUrl: played.url } }, createTransport()).get(
    id,
  );
  if (!platform) throw new Error(`no platform ${id}`);
  return { verdict: (await checkPlatform(platform, { timeoutMs })).key, received: played.received };
}

test.each(PLATFORM_IDS)('one request shows whether %s accepts a key', async (id) => {
  const { verdict, received } = await check(id, { body: { data: [] } });
  expect(verdict).toBe('works');
  expect(received).toHaveLength(1);
  expect(JSON.stringify(received[0]?.headers)).toContain('a-key-to-check');
  expect(received[0]?.path).toMatch(/^\/(models|v1\/agent)/);
});

test.each([
  ['chatgpt', { status: 401 }, 'refused'],
  ['claude', { status: 403 }, 'refused'],
  ['gemini', { status: 400, body: invalid }, 'refused'],
  ['gemini', { status: 400 }, 'answered: 400'],
  ['perplexity', { status: 401 }, 'refused'],
  ['perplexity', { status: 400 }, 'works'],
  ['perplexity', { status: 410 }, 'answered: 410'],
  ['chatgpt', { status: 429 }, 'answered: 429'],
  ['grok', { status: 403, body: { error: 'Your team has used all available credits.' } }, 'quota'],
  ['deepseek', { status: 402 }, 'quota'],
  ['chatgpt', { status: 503 }, 'answered: 503'],
  ['chatgpt', { ends: 'never' }, 'unreachable: timeout'],
] as [string, PlayedReply, string][])('%s with the reply %j gives: %s', async (id, reply, expected) => {
  expect((await check(id, reply, reply.ends ? 30 : 2_000)).verdict).toBe(expected);
});

const LISTED = { data: [{ id: 'gpt-one' }, { id: 'gpt-two', shutdown_date: '2027-03-01' }] };

test.each<[string, string, PlayedReply[], object]>([
  ['chatgpt', 'gpt-one', [{ body: LISTED }], { state: 'served' }],
  ['chatgpt', 'gpt-two', [{ body: LISTED }], { state: 'served', endsOn: '2027-03-01' }],
  ['chatgpt', 'gpt-three', [{ body: LISTED }, { status: 404 }], { state: 'gone' }],
  ['chatgpt', 'gpt-5-2025-08-07', [{ body: LISTED }, { status: 503 }], { state: 'unknown', endsOn: '2026-12-11' }],
  ['claude', 'claude-alias', [{ body: LISTED }, { body: { id: 'claude-alias-1' } }], { state: 'served' }],
  ['gemini', 'gemini-x', [{ body: { models: [{ name: 'models/a' }] } }, { status: 404 }], { state: 'gone' }],
  ['openai_compatible', 'default', [{ body: LISTED }], { state: 'unknown' }],
  ['chatgpt', 'gpt-one', [{ status: 401 }], { state: 'unknown' }],
])('%s with model %s and the replies %j: %j', async (id, model, replies, expected) => {
  const played = await playPlatform(replies);
  onTestFinished(() => played.close());
  const settings = { [id]: { apiKey: 'a-key', baseUrl: played.url, model } };
  const platform = createPlatforms(settings, createTransport()).get(id);
  if (!platform) throw new Error(`no platform ${id}`);
  expect((await checkPlatform(platform)).model).toEqual({ endsOn: undefined, ...expected });
  expect(played.received).toHaveLength(replies.length);
});

test.each<[PlayedReply, string]>([
  [{ body: { choices: [{ message: { content: 'OK' }, finish_reason: 'stop' }] } }, 'works'],
  [{ status: 401 }, 'refused'],
  [{ status: 429, body: { error: { code: 'insufficient_quota' } } }, 'quota'],
  [{ status: 400, body: { error: { message: 'Your credit balance is too low.' } } }, 'quota'],
  [{ status: 402 }, 'quota'],
  [{ status: 429 }, 'answered: 429'],
  [{ status: 404 }, 'answered: 404'],
  [{ body: { unknown: 'shape' } }, 'answered: 200'],
  [{ ends: 'cut', body: 'half of it' }, 'unreachable: network'],
])('a prompt with the reply %j gives: %s', async (reply, expected) => {
  const played = await playPlatform([reply]);
  onTestFinished(() => played.close());
  const settings = { openai_compatible: { apiKey: 'a-key', baseUrl: played.url } };
  const platform = createPlatforms(settings, createTransport({ maxTries: 1 })).get('openai_compatible');
  if (!platform) throw new Error('no platform');
  expect((await askToVerify(platform, new AbortController().signal)).key).toBe(expected);
});
