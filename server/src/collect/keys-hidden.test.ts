import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createLog } from '../base/log.ts';
import { checkPlatform } from './check-key.ts';
import { type PlayedReply, playPlatform } from './fixtures/local-platform.ts';
import { createPlatforms, PLATFORM_IDS } from './platforms.ts';
import { createTransport } from './transport.ts';

const KEY = 'sk-very/secret+key=0123456789';
const FORMS = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64')];

/** A reply for every platform, which repeats the key wherever it can. */
const talkative = {
  status: 'completed',
  model: `model ${KEY}`,
  output: [{ type: 'message', content: [{ type: 'output_text', text: `You sent ${KEY}` }] }],
  content: [{ type: 'text', text: `You sent ${KEY}` }],
  candidates: [{ content: { parts: [{ text: `You sent ${KEY}` }] } }],
  choices: [{ message: { content: `You sent ${KEY}` } }],
  debug: `https://x.example/?key=${encodeURIComponent(KEY)}`,
};
const error = { error: { message: `Incorrect API key provided: ${KEY}, see ?key=${encodeURIComponent(KEY)}` } };

const REPLIES: [string, PlayedReply][] = [
  ['an answer', { body: talkative }],
  ['no JSON', { body: `<html>${KEY}</html>` }],
  ['400', { status: 400, body: error }],
  ['401', { status: 401, body: error }],
  ['403', { status: 403, body: error }],
  ['429', { status: 429, headers: { 'retry-after': '999' }, body: error }],
  ['500', { status: 500, headers: { 'retry-after': '999' }, body: error }],
  ['302', { status: 302, headers: { location: `https://x.example/?key=${KEY}` } }],
  ['a broken reply', { ends: 'cut', body: talkative }],
];

test.each(REPLIES)('a key is in nothing that is stored, thrown or logged: %s', async (_, reply) => {
  const played = await playPlatform([reply]);
  try {
    const settings = { apiKey: KEY, baseUrl: played.url };
    const platforms = createPlatforms(Object.fromEntries(PLATFORM_IDS.map((id) => [id, settings])), createTransport());
    expect(platforms.size).toBe(PLATFORM_IDS.length);
    for (const platform of platforms.values()) {
      const signal = new AbortController().signal;
      const outcome = await platform
        .ask('Which?', { country: 'DE', language: 'de', signal })
        .catch((thrown: unknown) => thrown);
      expectHidden(outcome);
      expectHidden((await checkPlatform(platform)).key);
    }
    expect(played.received).toHaveLength(2 * PLATFORM_IDS.length);
  } finally {
    await played.close();
  }
});

test.each(['http://127.0.0.1:1', `http://user:${KEY}@127.0.0.1:1`, `not an address ${KEY}`])(
  'a key is not in the error of an unreachable platform: %#',
  async (baseUrl) => {
    const transport = createTransport({ maxTries: 1 });
    for (const platform of createPlatforms({ chatgpt: { apiKey: KEY, baseUrl } }, transport).values()) {
      const signal = new AbortController().signal;
      const outcome = await platform.ask('Which?', { country: undefined, language: undefined, signal }).catch((e) => e);
      expect(outcome).toMatchObject({ name: 'PlatformError', reason: 'network' });
      expectHidden(outcome);
      expect((await checkPlatform(platform)).key).toBe('unreachable: network');
    }
  },
);

function expectHidden(value: unknown): void {
  const written = [
    inspect(value, { depth: 10, showHidden: true, getters: true }),
    JSON.stringify(value) ?? '',
    String((value as Error)?.stack),
    logged(value),
  ].join('\n');
  for (const form of FORMS) expect(written).not.toContain(form);
}

function logged(value: unknown): string {
  const lines: string[] = [];
  const stderr = process.stderr.write;
  process.stderr.write = ((line: string) => lines.push(line) > 0) as typeof stderr;
  try {
    createLog({ level: 'info', pretty: true }).info({ err: value, answer: value }, 'asked');
  } finally {
    process.stderr.write = stderr;
  }
  expect(lines.join('')).toContain('asked');
  return lines.join('');
}
