import { expect, onTestFinished, test } from 'vitest';
import { checkKey } from './check-key.ts';
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
  return { verdict: await checkKey(platform, { timeoutMs }), received: played.received };
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
  ['chatgpt', { status: 503 }, 'answered: 503'],
  ['chatgpt', { ends: 'never' }, 'unreachable: timeout'],
] as [string, PlayedReply, string][])('%s with the reply %j gives: %s', async (id, reply, expected) => {
  expect((await check(id, reply, reply.ends ? 30 : 2_000)).verdict).toBe(expected);
});
