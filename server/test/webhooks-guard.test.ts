import { createServer } from 'node:net';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { SetupError } from '../src/base/errors.ts';
import { type AddressRule, publicAddresses } from '../src/webhooks/address.ts';
import { createWebhookAgent } from '../src/webhooks/agent.ts';
import { failureCode } from '../src/webhooks/failure.ts';
import { proveGuard } from '../src/webhooks/self-test.ts';
import { startReceiver } from './support/receiver.ts';

const PUBLIC = '93.184.215.14';
const nothingAllowed = publicAddresses([]);

/** Why a request through the guard did not get out. */
async function reasonFor(
  url: string,
  { addresses = nothingAllowed, resolve = async (): Promise<string[]> => [] } = {},
) {
  const agent = createWebhookAgent({ addresses, resolve });
  try {
    await request(url, { dispatcher: agent, method: 'POST', signal: AbortSignal.timeout(5_000) });
    return 'reached';
  } catch (error) {
    return { code: failureCode(error), message: String(error) };
  } finally {
    await agent.destroy();
  }
}

test.each([
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '10.0.0.1',
  '169.254.169.254',
  '192.168.0.1',
  '[fd00::1]',
  '[fe80::1]',
  '0.0.0.0',
  '0',
  '[::]',
  '255.255.255.255',
  '100.64.0.1',
  '198.18.0.1',
  '224.0.0.1',
])('https://%s/ is not dialled', async (host) => {
  expect(await reasonFor(`https://${host}:9/`)).toMatchObject({ code: 'blocked_address' });
});

test.each([
  ['only a private address', ['10.0.0.1']],
  ['a public and a private address', [PUBLIC, '127.0.0.1']],
  ['a public address and a mapped private one', [PUBLIC, '::ffff:127.0.0.1']],
  ['a public address and the metadata service', ['2606:4700::1111', '169.254.169.254']],
  ['no address at all', []],
  ['something that is no address', ['not an address']],
])('a name with %s is not dialled, and the address is not told', async (_name, answers) => {
  const reason = await reasonFor('https://hook.example.com:9/', { resolve: async () => answers });
  expect(reason).toMatchObject({ code: 'blocked_address' });
  for (const address of answers) expect(JSON.stringify(reason)).not.toContain(address);
});

test('a name that leads elsewhere at the second look is dialled where it led at the first, which was checked', async () => {
  await using receiver = await startReceiver();
  const answers = [['127.0.0.2'], ['127.0.0.1']];
  let looks = 0;
  const resolve = async () => answers[looks++] ?? [];
  // Only the first answer is allowed; the second is where the receiver listens.
  const addresses = publicAddresses(['127.0.0.2/32']);
  const url = receiver.url.replace('localhost', 'rebind.example.com');
  expect(await reasonFor(url, { addresses, resolve })).toMatchObject({ code: 'connect' });
  expect(looks).toBe(1);
  expect(await reasonFor(url, { addresses, resolve: async () => ['127.0.0.1'] })).toMatchObject({
    code: 'blocked_address',
  });
  expect(receiver.received).toEqual([]);
});

test('a connection whose other end is not allowed is closed before a byte is sent', async () => {
  const got: Buffer[] = [];
  const server = createServer((socket) => socket.on('data', (data) => got.push(data)).on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  // Lets the address pass when it is asked before dialling, and not after.
  let asked = 0;
  const addresses: AddressRule = { allows: () => asked++ === 0 };
  expect(await reasonFor(`https://127.0.0.1:${port}/`, { addresses })).toMatchObject({ code: 'blocked_address' });
  expect(asked).toBe(2);
  expect(got).toEqual([]);
  server.close();
});

test('of several allowed addresses the next is tried when one does not answer', async () => {
  await using receiver = await startReceiver();
  const addresses = publicAddresses(['127.0.0.0/8']);
  const agent = createWebhookAgent({ addresses, ca: receiver.ca, resolve: async () => ['127.0.0.9', '127.0.0.1'] });
  const { statusCode, body } = await request(receiver.url, { dispatcher: agent, method: 'POST', body: '{}' });
  await body.dump();
  expect(statusCode).toBe(200);
  await agent.destroy();
});

test('the guard proves itself at the start', async () => {
  await expect(proveGuard(createWebhookAgent({ addresses: nothingAllowed }), nothingAllowed)).resolves.toBeUndefined();
});

test('a guard that lets this machine be reached stops the start, and what the operator allowed does not', async () => {
  const open = publicAddresses(['127.0.0.0/8', '::1/128']);
  const disarmed = createWebhookAgent({ addresses: open });
  await expect(proveGuard(disarmed, nothingAllowed)).rejects.toThrow(SetupError);
  await expect(proveGuard(disarmed, nothingAllowed)).rejects.toThrow(/as 127\.0\.0\.1, 2130706433, .*localhost/);
  await expect(proveGuard(disarmed, open)).resolves.toBeUndefined();
  await disarmed.destroy();
});
