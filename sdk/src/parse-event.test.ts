import { Webhook as StandardWebhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { EVENT_TYPES } from './events.ts';
import { EventError, parseEvent, parseThinEvent } from './parse-event.ts';
import { signSampleEvent } from './sample-events.ts';
import { signMessage, signPayload } from './signature.ts';

const SECRET = 'a secret of yours';

test.each(EVENT_TYPES)(
  'accepts a signed sample of %s, with all kinds of headers and with its signature alone',
  async (type) => {
    const { body, headers } = await signSampleEvent(type, SECRET);
    const event = await parseEvent(body, headers, SECRET);
    expect(event).toEqual(JSON.parse(body));
    expect(event.type).toBe(type);
    const bytes = new TextEncoder().encode(body);
    const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    for (const given of [new Headers(headers), shouted, headers['x-service-signature']]) {
      expect(await parseEvent(bytes, given, ['newer', SECRET])).toEqual(event);
    }
    const whsec = `whsec_${Buffer.from('thirty-two bytes of secret bytes').toString('base64')}`;
    const standard = await signSampleEvent(type, whsec);
    expect(new StandardWebhook(whsec).verify(standard.body, standard.headers)).toEqual(JSON.parse(standard.body));
  },
);

test('narrowing on the type narrows the data', async () => {
  const { body, headers } = await signSampleEvent('alert.triggered', SECRET);
  const event = await parseEvent(body, headers, SECRET);
  expect(event.type === 'alert.triggered' && event.data.threshold).toBe(40);
});

test('a thin event is accepted without data, but not as a full event', async () => {
  const body = JSON.stringify({ id: 'evt_1', type: 'mention.new', created_at: '2026-01-31T12:00:00Z' });
  const signature = await signPayload(body, SECRET);
  expect(await parseThinEvent(body, signature, SECRET)).toEqual(JSON.parse(body));
  expect(await refusal(parseEvent(body, signature, SECRET))).toEqual(['body', 400, 'The body is not an event']);
  expect((await refusal(parseThinEvent(body, signature, 'another')))[0]).toBe('signature');
});

async function refusal(work: Promise<unknown>) {
  const error = await work.catch((caught) => caught);
  expect(error).toBeInstanceOf(EventError);
  return [error.reason, error.status, error.message];
}

test('a delivery not signed with the secret is a 401', async () => {
  const { body, headers } = await signSampleEvent('mention.new', SECRET);
  const wrong = ['signature', 401, 'The signature does not match the body. Respond with 401 and ignore the delivery.'];
  expect(await refusal(parseEvent(body, headers, 'another'))).toEqual(wrong);
  expect(await refusal(parseEvent(body.replace('2', '3'), headers, SECRET))).toEqual(wrong);
  expect(await refusal(parseEvent(body, { ...headers, 'webhook-id': 'evt_other' }, SECRET))).toEqual(wrong);
  expect(await refusal(parseEvent(body, 'sha256=00', SECRET))).toEqual(wrong);
  expect(await refusal(parseEvent(body, undefined, SECRET))).toEqual(wrong);
});

test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('a missing %s is a 401', async (name) => {
  const { body, headers } = await signSampleEvent('mention.new', SECRET);
  const { [name]: _left, ...rest } = headers;
  expect(await refusal(parseEvent(body, rest, SECRET))).toEqual(['headers', 401, `The ${name} header is missing`]);
});

test('a delivery replayed after five minutes or from the future is a 401', async () => {
  const now = Date.parse('2026-01-31T12:00:00Z');
  const { body, headers } = await signSampleEvent('mention.new', SECRET, { now });
  const at = (seconds: number) => parseEvent(body, headers, SECRET, { now: now + seconds * 1000 });
  expect(await at(300)).toMatchObject({ type: 'mention.new' });
  expect(await at(-300)).toMatchObject({ type: 'mention.new' });
  expect(await refusal(at(301))).toEqual([
    'timestamp',
    401,
    'The delivery was sent 301 s ago, which is outside the tolerance of 300 s',
  ]);
  expect(await refusal(at(-301))).toEqual([
    'timestamp',
    401,
    'The delivery was sent 301 s in the future, which is outside the tolerance of 300 s',
  ]);
  const patient = parseEvent(body, headers, SECRET, { now: now + 3_600_000, toleranceSeconds: 3_600 });
  expect(await patient).toMatchObject({ type: 'mention.new' });
});

test('an invalid timestamp is a 401 even if it is signed', async () => {
  const { body, headers } = await signSampleEvent('mention.new', SECRET);
  const signature = await signMessage({ id: headers['webhook-id'] ?? '', timestamp: 'soon', body }, SECRET);
  const odd = { ...headers, 'webhook-timestamp': 'soon', 'webhook-signature': signature };
  expect((await refusal(parseEvent(body, odd, SECRET)))[0]).toBe('timestamp');
});

test.each([
  ['', 'body', 400],
  ['{', 'body', 400],
  ['null', 'body', 400],
  ['[]', 'body', 400],
  ['{"id":"evt_1","type":"mention.new","created_at":"2026-01-31T12:00:00Z"}', 'body', 400],
  ['{"id":"evt_1","type":"mention.new","created_at":"2026-01-31T12:00:00Z","data":[]}', 'body', 400],
  ['{"id":"evt_1","type":"mention.old","created_at":"2026-01-31T12:00:00Z","data":{}}', 'type', 200],
])('rejects a signed body that is not an event: %s', async (body, reason, status) => {
  const signature = await signPayload(body, SECRET);
  expect((await refusal(parseEvent(body, signature, SECRET))).slice(0, 2)).toEqual([reason, status]);
});

test('rejects an event with the signed headers of another event', async () => {
  const { body, headers } = await signSampleEvent('mention.new', SECRET);
  const message = { id: 'evt_other', timestamp: headers['webhook-timestamp'] ?? '', body };
  const mixed = { ...headers, 'webhook-id': 'evt_other', 'webhook-signature': await signMessage(message, SECRET) };
  expect((await refusal(parseEvent(body, mixed, SECRET)))[0]).toBe('body');
});

test('a missing secret and a parsed body are configuration errors, regardless of the headers', async () => {
  const { body, headers } = await signSampleEvent('mention.new', SECRET);
  const forgotten = undefined as unknown as string;
  for (const given of [headers, {}, headers['x-service-signature'], undefined]) {
    await expect(parseEvent(body, given, forgotten)).rejects.toThrow(TypeError);
    await expect(parseEvent(body, given, '')).rejects.toThrow(/^The webhook secret is missing or empty/);
  }
  for (const given of [headers, headers['x-service-signature']]) {
    await expect(parseEvent(JSON.parse(body), given, SECRET)).rejects.toThrow(/^Pass the raw request body/);
  }
  await expect(signSampleEvent('mention.new', '')).rejects.toThrow(TypeError);
});
