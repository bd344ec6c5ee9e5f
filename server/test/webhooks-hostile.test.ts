import { randomBytes } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { expect, test } from 'vitest';
import { createSecretsBox } from '../src/base/secrets-box.ts';
import { publicAddresses } from '../src/webhooks/address.ts';
import { createWebhookAgent } from '../src/webhooks/agent.ts';
import { send } from '../src/webhooks/send.ts';
import { testCertificates } from './support/certificates.ts';
import { useDatabase } from './support/database.ts';
import { startHostile } from './support/hostile.ts';

const { db } = useDatabase();
const secrets = createSecretsBox(randomBytes(32));
const addresses = publicAddresses(['127.0.0.0/8']);
// Less than the contract's 30 seconds and than two of reading, so that nobody waits for a hostile receiver here.
const patience = { answerWithinMs: 400, readForMs: 200 };

async function sendTo({ url, ca }: { url: string; ca: string }, patient: Partial<typeof patience> = {}) {
  const agent = createWebhookAgent({ addresses, ca });
  const webhookId = 'wh_test';
  try {
    return await send(
      { db, agent, secrets, baseUrl: 'http://localhost:4000', ...patience, ...patient },
      {
        deliveryId: 'dlv_test',
        workspaceId: 'ws_test',
        webhookId,
        eventId: 'evt_test',
        type: 'mention.new',
        trigger: 'event',
        attempt: 1,
        epoch: 0,
        body: '{}',
        rendering: undefined,
        sealedHeaders: undefined,
        url,
        leaseToken: '',
        sealedNextSecret: undefined,
        sealedSecret: secrets.seal('secret', webhookId),
      },
    );
  } finally {
    await agent.destroy();
  }
}

function drip(socket: TLSSocket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on('close', () => clearInterval(timer));
}

test('a receiver that drips its headers has failed when its time is over', async () => {
  await using receiver = await startHostile((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    drip(socket, 'x-more: 1\r\n');
  });
  const result = await sendTo(receiver);
  expect(result).toMatchObject({ outcome: 'failed', error: 'timeout' });
  // By our own clock, not by the client's 30 seconds.
  expect(result.durationMs).toBeLessThan(20_000);
});

test('a receiver that says "wait" for ever has failed when its time is over', async () => {
  await using receiver = await startHostile((socket) => drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n'));
  expect(await sendTo(receiver)).toMatchObject({ outcome: 'failed' });
});

test('a receiver that drips its body has succeeded by its status, and is cut off', async () => {
  await using receiver = await startHostile((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n');
    drip(socket, 'x');
  });
  const result = await sendTo(receiver, { answerWithinMs: 20_000, readForMs: 100 });
  expect(result).toMatchObject({ outcome: 'succeeded', responseStatus: 200 });
  expect(result.responseBody).toMatch(/^x{0,99}$/);
});

test('an endless answer is read for 64 KiB, of which 16 are kept', async () => {
  let written = 0;
  await using receiver = await startHostile((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const pour = () => {
      while (!socket.destroyed && socket.write('y'.repeat(4_096))) written += 4_096;
    };
    socket.on('drain', pour);
    pour();
  });
  const result = await sendTo(receiver, { answerWithinMs: 5_000, readForMs: 5_000 });
  expect(result.outcome).toBe('succeeded');
  expect(result.responseBody?.length).toBe(16 * 1024);
  // What the buffers on the way hold, not what could be poured in five seconds.
  expect(written).toBeLessThan(32 * 1024 * 1024);
});

test('a compressed answer that was not asked for is kept as the bytes it is, never unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  await using receiver = await startHostile((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  });
  const result = await sendTo(receiver);
  expect(result.outcome).toBe('succeeded');
  expect(result.responseBody?.length).toBeLessThanOrEqual(16 * 1024);
  expect(result.responseBody).not.toContain('\0');
});

test('a receiver that breaks off in the middle of its body has answered', async () => {
  await using receiver = await startHostile((socket) => {
    socket.write('HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n', () => socket.destroy());
  });
  expect((await sendTo(receiver)).outcome).toBe('succeeded');
  await using broken = await startHostile((socket) => {
    socket.write('HTTP/1.1 500 No\r\ncontent-length: 100\r\n\r\nhalf', () => socket.destroy());
  });
  expect(await sendTo(broken)).toMatchObject({ outcome: 'failed', error: 'status', responseBody: 'half' });
});

test.each([
  ['closes without a word', (socket: TLSSocket) => socket.destroy(), 'reset'],
  ['does not speak HTTP', (socket: TLSSocket) => socket.end('220 mail.example.com ESMTP\r\n'), 'bad_response'],
  [
    'sends headers without end',
    (socket: TLSSocket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(200_000)}\r\n\r\n`),
    'bad_response',
  ],
])('a receiver that %s has failed', async (_name, answer, error) => {
  await using receiver = await startHostile(answer);
  expect(await sendTo(receiver)).toMatchObject({ outcome: 'failed', error });
});

test('NUL and broken characters in an answer can be stored', async () => {
  await using receiver = await startHostile((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n');
    socket.write(Buffer.from([0x61, 0x00, 0xff, 0xfe, 0xc3, 0x62]));
  });
  const { responseBody = '' } = await sendTo(receiver);
  expect([responseBody.includes('\0'), responseBody.isWellFormed()]).toEqual([false, true]);
});

test('a redirect is never followed', async () => {
  await using target = await startHostile((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
  await using receiver = await startHostile((socket) =>
    socket.end(`HTTP/1.1 307 Temporary Redirect\r\nlocation: ${target.url}\r\ncontent-length: 0\r\n\r\n`),
  );
  expect(await sendTo(receiver)).toMatchObject({ outcome: 'failed', error: 'redirect', responseStatus: 307 });
  expect(target.requests).toBe(0);
});

/** TLS compares with the machine's clock, not with the one that the tests set. */
async function certificate(name: string, until: string) {
  const valid = { notBeforeDate: new Date('2020-01-01'), notAfterDate: new Date('2049-12-31') };
  const authority = await generate([{ name: 'commonName', value: 'Authority' }], {
    ...valid,
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  const made = await generate([{ name: 'commonName', value: name }], {
    ...valid,
    notAfterDate: new Date(until),
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { key: authority.private, cert: authority.cert },
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  });
  return { ca: authority.cert, options: { key: made.private, cert: made.cert } };
}

const ok = (socket: TLSSocket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');

test('a certificate that has expired, is for another name, or is signed by nobody we know is refused', async () => {
  const expired = await certificate('localhost', '2021-01-01');
  const other = await certificate('example.com', '2049-12-31');
  const unknown = await certificate('localhost', '2049-12-31');
  const { ca } = await testCertificates();
  for (const [{ options }, trusted, error] of [
    [expired, expired.ca, 'tls_expired'],
    [other, other.ca, 'tls_wrong_name'],
    [unknown, ca, 'tls_untrusted'],
  ] as const) {
    await using receiver = await startHostile(ok, options);
    expect(await sendTo({ url: receiver.url, ca: trusted })).toMatchObject({ outcome: 'failed', error });
    expect(receiver.requests).toBe(0);
  }
});

test('TLS older than 1.2 is refused', async () => {
  await using receiver = await startHostile(ok, {
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  expect(await sendTo(receiver)).toMatchObject({ outcome: 'failed', error: expect.stringMatching(/^(tls|reset)$/) });
  expect(receiver.requests).toBe(0);
});
