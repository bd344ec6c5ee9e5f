import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request as requestTo } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, signSampleEvent } from '@visibility/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebhookAgent } from '../../src/webhooks/agent.ts';
import { deliverDue } from '../../src/webhooks/deliver.ts';
import { givenAccount, givenKey, useApp } from '../support/app.ts';
import { testCertificates } from '../support/certificates.ts';
import { useDatabase } from '../support/database.ts';
import { freePort, until } from '../support/server-process.ts';
import { publishIn, visibilityChanged } from '../support/webhook.ts';

const folder = fileURLToPath(new URL('../../../examples/', import.meta.url));
const { db } = useDatabase();
const server = useApp(db);
const { ca, key, cert } = await testCertificates();
const SECRET = 'example secret “ü” 鞋';

const EXAMPLES: { name: string; runtime: string; file: string }[] = [
  { name: 'receiver-node', runtime: process.execPath, file: 'receiver.mjs' },
  { name: 'receiver-express', runtime: process.execPath, file: 'receiver.mjs' },
  { name: 'receiver-fastify', runtime: process.execPath, file: 'receiver.mjs' },
  { name: 'receiver-hono', runtime: process.execPath, file: 'receiver.mjs' },
  { name: 'receiver-python', runtime: 'python3', file: 'receiver.py' },
  { name: 'receiver-php', runtime: 'php', file: 'receiver.php' },
];
const runnable = EXAMPLES.filter(({ runtime }) => spawnSync(runtime, ['--version']).status === 0);
const missing = EXAMPLES.filter((example) => !runnable.includes(example));

let scratch = '';
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'visibility-examples-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

interface Started extends AsyncDisposable {
  port: number;
  printed: () => string;
}

/** The example as its README says to start it, with these settings on top of what is there. */
function launch({ name, runtime, file }: (typeof EXAMPLES)[number], settings: string[]) {
  // A group of its own: what it starts ends with it.
  const child = spawn('env', [...settings, runtime, file], { cwd: join(folder, name), detached: true });
  let printed = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (text) => {
      printed += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, printed: () => printed, ended };
}

async function start(example: (typeof EXAMPLES)[number]): Promise<Started> {
  const port = await freePort();
  const settings = [`WEBHOOK_SECRET=${SECRET}`, `PORT=${port}`, `SEEN_FOLDER=${join(scratch, example.name)}`];
  const { child, printed, ended } = launch(example, settings);
  const started: Started = {
    port,
    printed,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
      await ended;
    },
  };
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}`).then(
      ({ status }) => status === 405 && printed().includes(`Listening on port ${port}`),
      () => child.exitCode !== null,
    );
  try {
    await until(isUp);
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    return started;
  } catch (error) {
    await started[Symbol.asyncDispose]();
    throw new Error(`${example.name} did not start: ${printed()}`, { cause: error });
  }
}

/** What stands between the internet and a receiver: ends TLS and hands on the bytes. Remembers the last delivery. */
async function startProxy(port: number) {
  const passed: { headers: Record<string, string>; body: Buffer }[] = [];
  const proxy = createTlsServer({ key, cert }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const headers = request.headers as Record<string, string>;
    passed.push({ headers, body });
    const onward = requestTo({ port, host: '127.0.0.1', method: 'POST', path: request.url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502);
      answer.pipe(response);
    });
    onward.end(body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://localhost:${(proxy.address() as AddressInfo).port}/hooks/visibility`,
    passed,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

test.each(runnable)('$name takes a real delivery once, however often it comes, and nothing forged', async (example) => {
  await using receiver = await start(example);
  await using proxy = await startProxy(receiver.port);
  const agent = createWebhookAgent({ addresses: server.deps.addresses, ca });
  const account = await givenAccount(server.deps);
  const client = createClient({ baseUrl: server.url, apiKey: await givenKey(server.deps, account) });
  const { webhook_id } = await client.webhooks.create({
    url: proxy.url,
    events: ['visibility.changed'],
    secret: SECRET,
  });
  const deliver = async () => {
    while ((await deliverDue({ ...server.deps, agent })) > 0);
  };

  await publishIn(server.deps, account.workspaces.test, [visibilityChanged()]);
  await deliver();
  const [event] = (await client.events.list()).data;
  const id = event?.id ?? '';
  await until(() => receiver.printed().includes(id));
  // The same event once more, by the engine itself.
  await client.webhooks.replay(webhook_id, { since: event?.created_at ?? '' });
  await deliver();
  const { data } = await client.webhooks.deliveries.list(webhook_id);
  expect(data.map(({ status, response_status }) => [status, response_status])).toEqual([
    ['succeeded', 200],
    ['succeeded', 200],
  ]);
  expect(proxy.passed.length).toBe(2);
  await agent.close();

  const post = async (body: string | Uint8Array<ArrayBuffer>, signature?: string) => {
    const headers = { 'content-type': 'application/json', ...(signature && { 'x-service-signature': signature }) };
    return (await fetch(`http://127.0.0.1:${receiver.port}/hooks`, { method: 'POST', body, headers })).status;
  };
  const [delivery] = proxy.passed;
  const body = delivery?.body.toString() ?? '';
  const signature = delivery?.headers['x-service-signature'] ?? '';
  expect(await post(body, signature)).toBe(200);
  const forged = body.replace(id, 'evt_forged');
  expect(await post(forged, signature)).toBe(401);
  expect(await post(forged, (await signSampleEvent('mention.new', 'guessed')).headers['x-service-signature'])).toBe(
    401,
  );
  expect(await post(body, 'sha256=ü')).toBe(401);
  expect(await post(body, signature.slice(0, -1))).toBe(401);
  expect(await post(body)).toBe(401);
  expect(await post('')).toBe(401);
  expect(await post(new Uint8Array(600 * 1024))).toBe(413);

  // It is still there, and what comes last is printed after all that came before.
  const last = await signSampleEvent('report.ready', SECRET);
  expect(await post(last.body, last.headers['x-service-signature'])).toBe(200);
  await until(() => receiver.printed().includes('report.ready'));
  expect(receiver.printed().split(id).length - 1).toBe(1);
  expect(receiver.printed()).not.toContain('evt_forged');
});

test.each(runnable)('$name does not start without a secret, and says so', async (example) => {
  for (const setting of [['WEBHOOK_SECRET='], ['-u', 'WEBHOOK_SECRET']]) {
    const { child, printed, ended } = launch(example, [...setting, `PORT=${await freePort()}`]);
    await until(() => child.exitCode !== null).catch(() => process.kill(-(child.pid ?? 0), 'SIGKILL'));
    expect(await ended).toBe(1);
    expect(printed()).toContain('Set WEBHOOK_SECRET to the secret of your webhook.');
  }
});

test.each(runnable)('$name listens on this machine only', async (example) => {
  await using receiver = await start(example);
  // On Linux every address of 127.0.0.0/8 reaches a server that listens everywhere.
  await expect(fetch(`http://127.0.0.2:${receiver.port}`)).rejects.toThrow('fetch failed');
});

test('every example is tried, and those whose runtime is not on this machine are named', async () => {
  const folders = (await readdir(folder)).filter((name) => name.startsWith('receiver-'));
  expect(EXAMPLES.map(({ name }) => name).sort()).toEqual(folders.sort());
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  for (const { name, file } of EXAMPLES) expect(readme).toMatch(new RegExp(`\`${name}\`.*${file}`));
  for (const { name, runtime } of missing)
    console.warn(`NOT TRIED: ${name}, as there is no ${runtime} on this machine`);
});
