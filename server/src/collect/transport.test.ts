import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { PlatformError } from '../base/errors.ts';
import type { Clock } from './clock.ts';
import { type PlayedReply, playPlatform } from './fixtures/local-platform.ts';
import { createTransport, type TransportOptions } from './transport.ts';

const KEY = 'sk-test-0123456789abcdef';
const FAST = { concurrency: 10, perMinute: 60_000_000 };

/** A clock in which waiting takes no time but is recorded. */
function testClock(): Clock & { waits: number[]; pass(ms: number): void } {
  let nowMs = Date.parse('2026-01-05T12:00:00Z');
  const waits: number[] = [];
  return {
    waits,
    now: () => nowMs,
    pass: (ms) => {
      nowMs += ms;
    },
    async sleep(ms) {
      waits.push(ms);
      nowMs += ms;
    },
  };
}

async function given(replies: PlayedReply[], options: TransportOptions & { delayMs?: number } = {}) {
  const played = await playPlatform(replies, { delayMs: options.delayMs ?? 0 });
  onTestFinished(() => played.close());
  const clock = testClock();
  const transport = createTransport({ clock, random: () => 0.5, paces: { chatgpt: FAST }, ...options });
  const post = (signal = new AbortController().signal, key = KEY) =>
    transport.post('chatgpt', `${played.url}/v1/x`, {
      headers: { authorization: `Bearer ${key}` },
      body: '{}',
      signal,
    });
  return { played, clock, transport, post };
}

async function failure(promise: Promise<unknown>): Promise<PlatformError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(PlatformError);
  return error as PlatformError;
}

test('a reply has its status, its body and its duration', async () => {
  const { post, clock } = await given([{ status: 201, body: '{"a":1}' }]);
  expect(await post()).toEqual({ status: 201, body: '{"a":1}', ms: expect.any(Number) });
  expect(clock.waits).toEqual([]);
});

test.each([408, 409, 429, 500, 502, 503, 529])('a reply of %i is retried', async (status) => {
  const { post, played } = await given([{ status }, { status }, { body: 'fine' }]);
  expect((await post()).body).toBe('fine');
  expect(played.received).toHaveLength(3);
});

test('a byte order mark before a reply is dropped', async () => {
  const { post } = await given([{ body: '\uFEFF{"output":[]}' }]);
  expect((await post()).body).toBe('{"output":[]}');
});

test('a connection that breaks before a reply is retried', async () => {
  const { post, played } = await given([{ status: 500, ends: 'cut', body: 'half of it' }, { body: 'fine' }]);
  expect((await post()).body).toBe('fine');
  expect(played.received).toHaveLength(2);
});

test.each([
  [400, 'http_400'],
  [404, 'http_404'],
  [422, 'http_422'],
  [302, 'http_302'],
  [401, 'unauthorized'],
  [403, 'unauthorized'],
])('a reply of %i is final: %s', async (status, reason) => {
  const { post, played } = await given([{ status, headers: { location: 'http://127.0.0.1:1/' } }]);
  expect(await failure(post())).toMatchObject({ reason, retryable: false });
  expect(played.received).toHaveLength(1);
});

// The bodies are those of the platforms, as their users report them.
test.each<[number, unknown, string]>([
  [402, { error: { message: 'Insufficient Balance', code: 'invalid_request_error' } }, 'quota'],
  [402, { error: { code: 402, message: 'Insufficient credits' } }, 'quota'],
  [403, { error: 'Your team has used all available credits or reached its monthly spending limit.' }, 'quota'],
  [400, { error: { message: 'Your credit balance is too low to access the Anthropic API.' } }, 'quota'],
  [429, { error: { code: 'insufficient_quota', message: 'You exceeded your current quota.' } }, 'quota'],
  [403, { error: 'The API key is not allowed to use this model.' }, 'unauthorized'],
  [400, { error: { message: 'Unknown field.' } }, 'http_400'],
])('a reply of %i with %j is final: %s', async (status, body, reason) => {
  const { post, played } = await given([{ status, body }]);
  expect(await failure(post())).toMatchObject({ reason, retryable: false });
  expect(played.received).toHaveLength(1);
});

test('Google’s limit that passes is not used-up credit', async () => {
  const message = 'You exceeded your current quota, please check your plan and billing details.';
  const { post } = await given([{ status: 429, body: { error: { code: 429, message } } }, { body: 'fine' }]);
  expect((await post()).body).toBe('fine');
});

test('a key that is unknown to Google is refused like any other', async () => {
  const { post } = await given([{ status: 400, body: { error: { details: [{ reason: 'API_KEY_INVALID' }] } } }]);
  expect(await failure(post())).toMatchObject({ reason: 'unauthorized', retryable: false });
});

test('after four attempts the last failure is thrown, with the platform’s message', async () => {
  const { post, played } = await given([{ status: 503, body: { error: { message: 'Overloaded' } } }]);
  const error = await failure(post());
  expect(error).toMatchObject({ reason: 'http_503', retryable: true, platformId: 'chatgpt' });
  expect(error.message).toBe('chatgpt: http_503 (Overloaded)');
  expect(played.received).toHaveLength(4);
});

test('the wait between attempts is random, up to a bound that doubles', async () => {
  const draws = [0, 0.999, 0.25];
  const { post, clock } = await given([{ status: 500 }], { random: () => draws.shift() ?? 0 });
  await failure(post());
  expect(clock.waits.map((ms) => Math.round(ms)).filter((ms) => ms > 0)).toEqual([1_998, 1_000]);
});

test.each([
  [{ 'retry-after-ms': '1500', 'retry-after': '60' }, 1_500],
  [{ 'retry-after': '7' }, 7_000],
  [{ 'retry-after': 'Mon, 05 Jan 2026 12:00:20 GMT', date: 'Mon, 05 Jan 2026 12:00:00 GMT' }, 20_000],
  [{ 'retry-after': 'Mon, 05 Jan 2026 11:00:00 GMT', date: 'Mon, 05 Jan 2026 12:00:00 GMT' }, 0],
])('the wait that a platform asks for is respected: %j', async (headers, waitMs) => {
  const { post, clock } = await given([{ status: 429, headers: headers as Record<string, string> }, { body: 'fine' }]);
  await post();
  expect(clock.waits[0]).toBe(waitMs + 500);
});

test('Google sends the wait in the body', async () => {
  const body = { error: { code: 429, details: [{ '@type': 'RetryInfo', retryDelay: '34.4s' }] } };
  const { post, clock } = await given([{ status: 429, body }, { body: 'fine' }]);
  await post();
  expect(clock.waits[0]).toBe(34_900);
});

test('a wait beyond the deadline is passed on instead of waited for', async () => {
  const { post, played, clock } = await given([{ status: 429, headers: { 'retry-after': '600' } }]);
  expect(await failure(post())).toMatchObject({ reason: 'http_429', retryable: true, retryAfterMs: 600_000 });
  expect(played.received).toHaveLength(1);
  expect(clock.waits).toEqual([]);
});

test('while a platform pauses an account, the process asks nothing more, even if the others cannot be informed', async () => {
  const turns = { take: async () => undefined, rest: async () => undefined };
  const { post, played, clock } = await given([{ status: 429, headers: { 'retry-after': '600' } }, { body: 'fine' }], {
    turns,
  });
  await failure(post());
  expect(await failure(post())).toMatchObject({ reason: 'resting', retryable: true });
  expect(played.received).toHaveLength(1);
  clock.pass(545_000);
  await post();
  expect(clock.waits).toEqual([55_000]);
  expect(played.received).toHaveLength(2);
});

test('a request that waits for its turn is not sent if the platform pauses the account in the meantime', async () => {
  let isRefused = false;
  const sleep = async () => {
    while (!isRefused) await new Promise(setImmediate);
  };
  const { post, played } = await given([{ status: 429, headers: { 'retry-after': '600' } }, { body: 'fine' }], {
    clock: { ...testClock(), sleep },
    paces: { chatgpt: { concurrency: 2, perMinute: 60 } },
  });
  const first = failure(post());
  const second = failure(post());
  await first;
  isRefused = true;
  expect(await second).toMatchObject({ reason: 'resting', retryable: true });
  expect(played.received).toHaveLength(1);
});

test.each([
  ['breaks off', { ends: 'cut', body: 'x'.repeat(100) } as const, {}, 'network'],
  ['is too large', { body: 'x'.repeat(2_000) }, { maxBytes: 1_000 }, 'too_large'],
])('a reply that was paid for is never requested again, even if it %s', async (_, reply, options, reason) => {
  const { post, played } = await given([reply], options);
  expect(await failure(post())).toMatchObject({ reason, retryable: false });
  expect(played.received).toHaveLength(1);
});

test('a platform that does not respond is given up at the deadline', async () => {
  const { post } = await given([{ ends: 'never' }], { deadlineMs: 30 });
  expect(await failure(post())).toMatchObject({ reason: 'timeout', retryable: true });
});

test('the deadline ends a request even if garbage is collected in the meantime', { timeout: 10_000 }, async () => {
  const { post } = await given([{ ends: 'never' }], { deadlineMs: 300 });
  collectGarbageDuringTest();
  expect(await failure(post())).toMatchObject({ reason: 'timeout', retryable: true });
});

function collectGarbageDuringTest(): void {
  setFlagsFromString('--expose-gc');
  const collecting = setInterval(runInNewContext('gc') as () => void, 20);
  onTestFinished(() => clearInterval(collecting));
}

test('a caller that gives up ends the request, and the failure does not count for the platform', async () => {
  const { post, transport } = await given([{ ends: 'never' }]);
  for (let i = 0; i < 12; i++) {
    expect(await failure(post(AbortSignal.timeout(5)))).toMatchObject({ reason: 'aborted', retryable: true });
  }
  expect(await failure(post(AbortSignal.abort()))).toMatchObject({ reason: 'aborted' });
  expect(transport.restingUntil('chatgpt')).toBeUndefined();
});

test('ten failures in a row pause a platform for fifteen minutes, for that key only', async () => {
  const { post, played, transport, clock } = await given([{ status: 503 }], { maxTries: 1 });
  for (let i = 0; i < 10; i++) {
    expect(transport.restingUntil('chatgpt')).toBeUndefined();
    expect(await failure(post())).toMatchObject({ reason: 'http_503' });
  }
  expect(transport.restingUntil('chatgpt')).toEqual(new Date(clock.now() + 15 * 60_000));
  expect(transport.restingUntil('chatgpt', KEY)).toEqual(transport.restingUntil('chatgpt'));
  expect(transport.restingUntil('chatgpt', 'another-key')).toBeUndefined();
  expect(transport.restingUntil('claude')).toBeUndefined();

  expect(await failure(post())).toMatchObject({ reason: 'resting', retryable: true });
  expect(played.received).toHaveLength(10);
  expect(await failure(post(undefined, 'another-key'))).toMatchObject({ reason: 'http_503' });

  clock.pass(15 * 60_000);
  expect(await failure(post())).toMatchObject({ reason: 'http_503' });
  expect(transport.restingUntil('chatgpt', KEY)).toBeDefined();
});

test('a success between failures resets the count', async () => {
  const nine = Array.from({ length: 9 }, () => ({ status: 500 }));
  const { post, transport } = await given([...nine, { body: 'fine' }, ...nine], { maxTries: 1 });
  for (let i = 0; i < 19; i++) await post().catch(() => undefined);
  expect(transport.restingUntil('chatgpt')).toBeUndefined();
});

test('queued requests are not sent to a platform that has been paused', async () => {
  const { post, played } = await given([{ status: 500 }], {
    maxTries: 1,
    paces: { chatgpt: { ...FAST, concurrency: 1 } },
  });
  const reasons = await Promise.all(Array.from({ length: 14 }, () => failure(post()).then(({ reason }) => reason)));
  expect(played.received).toHaveLength(10);
  expect(reasons.filter((reason) => reason === 'resting')).toHaveLength(4);
});

test('the number of concurrent requests stays within the platform’s limit', async () => {
  const { post, played } = await given([{ body: 'fine' }], {
    delayMs: 5,
    paces: { chatgpt: { ...FAST, concurrency: 2 } },
  });
  await Promise.all(Array.from({ length: 8 }, () => post()));
  expect(played.received).toHaveLength(8);
  expect(played.mostParallel).toBe(2);
});

test('a request that leaves the queue frees no slot and takes none', async () => {
  const { post, played } = await given([{ body: 'fine' }], {
    delayMs: 15,
    paces: { chatgpt: { ...FAST, concurrency: 1 } },
  });
  const first = post();
  const leaving = failure(post(AbortSignal.timeout(3)));
  const last = post();
  expect((await leaving).reason).toBe('aborted');
  await Promise.all([first, last]);
  expect(played.received).toHaveLength(2);
});

test('requests, including retries, start at even intervals', async () => {
  const { post, clock } = await given([{ body: 'fine' }, { body: 'fine' }, { status: 500 }, { body: 'fine' }], {
    random: () => 0,
    paces: { chatgpt: { concurrency: 1, perMinute: 30 } },
  });
  await post();
  await post();
  await post();
  expect(clock.waits.filter((ms) => ms > 0)).toEqual([2_000, 2_000, 2_000]);
});
