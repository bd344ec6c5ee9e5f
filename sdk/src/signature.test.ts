import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { sign as octokitSign, verify as octokitVerify } from '@octokit/webhooks-methods';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { signMessage, signPayload, verifyMessage, verifySignature } from './signature.ts';

const SECRET = "It's a Secret to Everybody";
const BODY = 'Hello, World!';
const SIGNATURE = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';

test('the vector that GitHub publishes holds, both ways', async () => {
  expect(await signPayload(BODY, SECRET)).toBe(SIGNATURE);
  expect(await verifySignature(BODY, SIGNATURE, SECRET)).toBe(true);
});

test.each<[string, string | Uint8Array, string | null | undefined, string]>([
  ['another secret', BODY, SIGNATURE, 'it’s a Secret to Everybody'],
  ['an altered byte', 'Hello, World?', SIGNATURE, SECRET],
  ['a byte more', 'Hello, World!\n', SIGNATURE, SECRET],
  ['no body', '', SIGNATURE, SECRET],
  ['an altered digit', BODY, SIGNATURE.replace(/7$/, '8'), SECRET],
  ['a digit less', BODY, SIGNATURE.slice(0, -1), SECRET],
  ['a digit more', BODY, `${SIGNATURE}0`, SECRET],
  ['no prefix', BODY, SIGNATURE.slice('sha256='.length), SECRET],
  ['another prefix', BODY, SIGNATURE.replace('sha256', 'sha1'), SECRET],
  ['upper case', BODY, `sha256=${SIGNATURE.slice('sha256='.length).toUpperCase()}`, SECRET],
  ['a space before', BODY, ` ${SIGNATURE}`, SECRET],
  ['a line break after', BODY, `${SIGNATURE}\n`, SECRET],
  ['a prefix alone', BODY, 'sha256=', SECRET],
  ['an empty header', BODY, '', SECRET],
  ['no header', BODY, undefined, SECRET],
  ['no header, as fetch says it', BODY, null, SECRET],
])('a signature does not hold with %s', async (_name, body, signature, secret) => {
  expect(await verifySignature(body, signature, secret)).toBe(false);
});

test.each([
  ['plain', BODY, SECRET],
  ['empty', '', SECRET],
  ['in many scripts', '{"keyword":"running shoes “für” 鞋 👟"}', 'Geheimnis 🔑'],
  ['with a secret longer than a block', BODY, 'x'.repeat(200)],
  ['with line breaks and spaces', ' {"a":\r\n 1}\n', SECRET],
])('a body %s is signed as Node and GitHub’s library sign it, as text and as bytes', async (_name, body, secret) => {
  const ours = await signPayload(body, secret);
  expect(ours).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  if (body) {
    expect(await octokitSign(secret, body)).toBe(ours);
    expect(await octokitVerify(secret, body, ours)).toBe(true);
  }
  expect(await verifySignature(new TextEncoder().encode(body), ours, secret)).toBe(true);
  expect(await verifySignature(Buffer.from(`...${body}`).subarray(3), ours, secret)).toBe(true);
});

test('bytes that are not text are compared as they are', async () => {
  const bytes = Uint8Array.from([0xff, 0xfe, 0x00, 0x80]);
  const signature = await signPayload(bytes, SECRET);
  expect(await verifySignature(bytes, signature, SECRET)).toBe(true);
  expect(await verifySignature(new TextDecoder().decode(bytes), signature, SECRET)).toBe(false);
});

test('while a secret is replaced, either of the two holds', async () => {
  expect(await verifySignature(BODY, SIGNATURE, ['new', SECRET])).toBe(true);
  expect(await verifySignature(BODY, SIGNATURE, ['new', 'other'])).toBe(false);
});

test.each<[string, unknown]>([
  ['unset', undefined],
  ['null', null],
  ['empty', ''],
  ['one of none', []],
  ['an unset one among others', [SECRET, undefined]],
  ['an empty one among others', [SECRET, '']],
])(
  'a secret that is %s is an error of the receiver’s set-up, not a signature that does not hold',
  async (_name, secret) => {
    const missing = new TypeError('The webhook secret is missing or empty. Check the setting that holds it.');
    const given = secret as string;
    // What anybody can make who guesses that the secret was forgotten.
    const forged = `sha256=${createHmac('sha256', '').update(BODY).digest('hex')}`;
    await expect(verifySignature(BODY, forged, given)).rejects.toThrow(missing);
    await expect(verifySignature(BODY, undefined, given)).rejects.toThrow(missing);
    await expect(verifyMessage({ id: 'evt_1', timestamp: '1', body: BODY }, 'v1,', given)).rejects.toThrow(missing);
    await expect(signPayload(BODY, given)).rejects.toThrow(missing);
    await expect(signMessage({ id: 'evt_1', timestamp: '1', body: BODY }, given)).rejects.toThrow(missing);
  },
);

test.each<[string, unknown]>([
  ['an object', { id: 'evt_1' }],
  ['a list', [1, 2]],
  ['nothing', undefined],
])('a body that was parsed to %s is an error that says to pass the raw one', async (_name, body) => {
  await expect(verifySignature(body as string, SIGNATURE, SECRET)).rejects.toThrow(
    /^Pass the raw request body \(text or bytes\)/,
  );
  await expect(verifySignature(body as string, 'sha256=00', SECRET)).rejects.toThrow(TypeError);
});

test('a body may be an ArrayBuffer, as fetch hands it over', async () => {
  const { buffer } = new TextEncoder().encode(BODY);
  expect(await verifySignature(buffer, SIGNATURE, SECRET)).toBe(true);
});

const WHSEC = `whsec_${Buffer.from('thirty-two bytes of secret bytes').toString('base64')}`;
const message = { id: 'evt_1', timestamp: String(Math.floor(Date.now() / 1000)), body: '{"keyword":"鞋"}' };

test('what we sign the library of Standard Webhooks verifies, and the other way round', async () => {
  const library = new StandardWebhook(WHSEC);
  const ours = await signMessage(message, WHSEC);
  const headers = { 'webhook-id': message.id, 'webhook-timestamp': message.timestamp, 'webhook-signature': ours };
  expect(library.verify(message.body, headers)).toEqual({ keyword: '鞋' });
  const theirs = library.sign(message.id, new Date(Number(message.timestamp) * 1000), message.body);
  expect(theirs).toBe(ours);
  expect(await verifyMessage(message, theirs, WHSEC)).toBe(true);
});

test('of several signatures one is enough; other versions and rubbish among them are passed over', async () => {
  const good = await signMessage(message, 'plain secret');
  const other = await signMessage(message, 'other');
  expect(await verifyMessage(message, `v1a,xyz ${other} v1,*** ${good}`, 'plain secret')).toBe(true);
  expect(await verifyMessage(message, `${other} v1,`, 'plain secret')).toBe(false);
  expect(await verifyMessage(message, good.replace('v1,', 'v2,'), 'plain secret')).toBe(false);
  expect(await verifyMessage({ ...message, id: 'evt_2' }, good, 'plain secret')).toBe(false);
  expect(await verifyMessage({ ...message, timestamp: '1' }, good, 'plain secret')).toBe(false);
  expect(await verifyMessage({ ...message, body: '{}' }, good, 'plain secret')).toBe(false);
});

test('it runs where Web Crypto is not a global, as in Node 18', async () => {
  const module = new URL('../dist/signature.js', import.meta.url).href;
  const program = `
    delete globalThis.crypto;
    if (globalThis.crypto) throw new Error('there is still a global');
    const { verifySignature } = await import(${JSON.stringify(module)});
    console.log(await verifySignature(${JSON.stringify(BODY)}, ${JSON.stringify(SIGNATURE)}, ${JSON.stringify(SECRET)}));`;
  const args = ['--input-type=module', '-e', program];
  expect((await promisify(execFile)(process.execPath, args)).stdout).toBe('true\n');
});
