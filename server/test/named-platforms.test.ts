import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { playPlatform } from '../src/collect/fixtures/local-platform.ts';
import { createTransport } from '../src/collect/transport.ts';
import { platformSettings, platformsWithKey } from '../src/commands/platform-settings.ts';
import { readConfig } from '../src/config.ts';
import { type LiveDeps, livePlatforms } from '../src/measure/live-asker.ts';
import { createPlatformChecks } from '../src/measure/platform-checks.ts';
import { savePlatformKey } from '../src/store/questions/platform-keys.ts';
import { publicAddresses } from '../src/webhooks/address.ts';
import { createWebhookAgent } from '../src/webhooks/agent.ts';
import { givenAccount, useApp } from './support/app.ts';
import { testCertificates } from './support/certificates.ts';
import { useDatabase } from './support/database.ts';
import { type Browser, byLink } from './support/person.ts';
import { startReceiver } from './support/receiver.ts';

const { db } = useDatabase();
const server = useApp(db);
let person: Browser;
let live: string;
let deps: Omit<LiveDeps, 'resolve'>;

const body = {
  platform: 'openrouter',
  base_url: 'https://openrouter.example/api/v1',
  model: 'acme/chat',
  api_key: 'sk-or-0123456789',
  request_body: { tools: [{ type: 'openrouter:web_search' }] },
};
const searched = {
  model: 'acme/chat-2',
  choices: [
    {
      finish_reason: 'stop',
      message: {
        content: 'Acme it is.',
        annotations: [{ type: 'url_citation', url_citation: { url: 'https://acme.io/', title: 'Acme' } }],
      },
    },
  ],
  usage: { prompt_tokens: 10, completion_tokens: 5, cost: 0.0123, server_tool_use: { web_search_requests: 2 } },
};

beforeAll(async () => {
  const account = await givenAccount(server.deps);
  live = account.workspaces.live;
  person = await byLink(server, account.accountId);
  const { ca } = await testCertificates();
  const dispatcher = createWebhookAgent({ addresses: publicAddresses(['127.0.0.0/8']), ca });
  const publicTransport = createTransport({ dispatcher });
  deps = { db, secrets: server.deps.secrets, transport: createTransport(), publicTransport, settings: {} };
});

const add = (change: object) => person.post('/live/platform-instances', { ...body, ...change });

test('a named server is added, asked with its extra body, and removed with its key', async () => {
  await using receiver = await startReceiver();
  receiver.answer = JSON.stringify(searched);
  expect((await add({ base_url: receiver.url })).status).toBe(201);
  const listed = (await person.ask('/live/platforms?per_page=100')).body.data;
  expect(listed).toContainEqual({ platform: 'openrouter', key: 'workspace' });
  const { platforms } = (await person.ask('/live/platform-states')).body;
  expect(platforms.at(-1)).toMatchObject({
    platform: 'openrouter',
    key: 'workspace',
    model: 'acme/chat',
    instance: { base_url: receiver.url, request_body: body.request_body },
  });

  const platform = (await livePlatforms(deps, live)).get('openrouter');
  const signal = new AbortController().signal;
  const answer = await platform?.ask('Which?', { country: undefined, language: undefined, signal });
  expect(answer).toMatchObject({ text: 'Acme it is.', model: 'acme/chat-2', searched: true, costUsd: 0.0123 });
  expect(answer?.cited.map(({ url }) => url)).toEqual(['https://acme.io/']);
  expect(answer?.usage.searches).toBe(2);
  expect(receiver.received[0]?.headers.authorization).toBe('Bearer sk-or-0123456789');
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({
    ...body.request_body,
    model: 'acme/chat',
    messages: [{ role: 'user', content: 'Which?' }],
  });
  expect(await createPlatformChecks(deps).check(live, 'openrouter')).toMatchObject({ key: 'works' });

  expect((await add({})).body.detail).toBe('openrouter already exists');
  const emptied = await person.ask('/live/platforms/openrouter', { method: 'PATCH', body: { api_key: null } });
  expect([emptied.status, emptied.body.detail]).toEqual([
    409,
    'openrouter needs an API key. Replace the key, or remove the platform.',
  ]);
  expect((await person.ask('/live/platform-instances/openrouter', { method: 'DELETE' })).status).toBe(204);
  expect((await person.ask('/live/platform-instances/openrouter', { method: 'DELETE' })).status).toBe(404);
  expect((await livePlatforms(deps, live)).size).toBe(0);
  const { data: log } = (await person.ask('/audit?per_page=2')).body;
  expect(log.map(({ action }: { action: string }) => action)).toEqual(['platform.removed', 'platform.added']);
});

test('a private address is not reached, not even for the key check', async () => {
  await using receiver = await startReceiver();
  expect((await add({ platform: 'hidden_one', base_url: receiver.url })).status).toBe(201);
  const dispatcher = createWebhookAgent({ addresses: publicAddresses([]), ca: receiver.ca });
  const guarded = { ...deps, publicTransport: createTransport({ dispatcher, maxTries: 1 }) };
  const platform = (await livePlatforms(guarded, live)).get('hidden_one');
  const signal = new AbortController().signal;
  const asked = platform?.ask('Which?', { country: undefined, language: undefined, signal });
  await expect(asked).rejects.toMatchObject({ message: 'hidden_one: network (blocked_address)' });
  expect(await createPlatformChecks(guarded).check(live, 'hidden_one')).toMatchObject({ key: 'unreachable: network' });
  expect(receiver.received).toEqual([]);
  // Without a guard it is not asked.
  expect((await livePlatforms({ ...deps, publicTransport: undefined }, live)).has('hidden_one')).toBe(false);
});

test('a key of the installation is never sent to a URL that a workspace chose', async () => {
  await using receiver = await startReceiver();
  receiver.answer = JSON.stringify(searched);
  await add({ platform: 'later_taken', base_url: receiver.url });
  const settings = { later_taken: { apiKey: 'sk-of-the-installation', baseUrl: 'http://127.0.0.1:9' } };
  const platform = (await livePlatforms({ ...deps, settings }, live)).get('later_taken');
  const signal = new AbortController().signal;
  await platform?.ask('Which?', { country: undefined, language: undefined, signal });
  expect(receiver.received[0]?.headers.authorization).toBe('Bearer sk-or-0123456789');
});

test('the key of a workspace is used with the model and URL of the installation', async () => {
  const played = await playPlatform([{ body: { output: [], usage: {} } }]);
  onTestFinished(() => played.close());
  const { live: workspaceId } = (await givenAccount(server.deps)).workspaces;
  const sealed = server.deps.secrets.seal('sk-of-the-workspace', `${workspaceId} chatgpt`);
  await savePlatformKey(db, workspaceId, { platform: 'chatgpt', sealed });
  const settings = platformSettings(readConfig({ CHATGPT_BASE_URL: `${played.url}/v1`, CHATGPT_MODEL: 'gpt-6-luna' }));
  // Without the workspace's key, nothing can be asked.
  expect((await livePlatforms({ ...deps, settings }, live)).has('chatgpt')).toBe(false);
  const platform = (await livePlatforms({ ...deps, settings }, workspaceId)).get('chatgpt');
  expect(platform?.price?.inputPerMillion).toBe(0.1);
  await platform?.ask('Which?', { country: undefined, language: undefined, signal: new AbortController().signal });
  expect(played.received[0]).toMatchObject({
    path: '/v1/responses',
    headers: { authorization: 'Bearer sk-of-the-workspace' },
    body: { model: 'gpt-6-luna' },
  });
  const { states } = createPlatformChecks({ ...deps, settings });
  const models = async (id: string) =>
    Object.fromEntries((await states(id)).map(({ platform: name, key, model }) => [name, [key, model]]));
  expect(await models(workspaceId)).toMatchObject({ chatgpt: ['workspace', 'gpt-6-luna'] });
  expect(await models(live)).toMatchObject({ chatgpt: ['none', 'gpt-6-luna'], claude: ['none', 'claude-sonnet-5-5'] });
});

test.each([
  [{ platform: 'OpenRouter' }, 'platform: must be a lowercase name such as openrouter'],
  [{ platform: 'chatgpt' }, 'platform: is the name of a known platform. Choose another name'],
  [{ platform: 'ai_overviews' }, 'platform: is the name of a known platform. Choose another name'],
  [{ platform: 'chatgpt_web' }, 'platform: is the name of a known platform. Choose another name'],
  [{ platform: 'chatgtp' }, 'platform: is too similar to chatgpt. Choose another name'],
  [{ base_url: 'http://openrouter.example' }, 'base_url: must use https'],
  [{ base_url: 'https://10.0.0.1/v1' }, 'base_url: must not point to a private or reserved address'],
  [{ model: '' }, 'model: '],
  [{ request_body: '{ not JSON' }, 'request_body: must be a JSON object'],
  [{ request_body: { messages: [] } }, 'request_body: must not contain model, messages, stream'],
])('422: %j', async (change, detail) => {
  const refused = await add(change);
  expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining(detail)]);
});

test('the operator names servers in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'visibility platforms '));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'platforms.json');
  const written = { platform: 'local_qwen', baseUrl: 'http://127.0.0.1:11434/v1', model: 'qwen3:8b' };
  const read = (content: string) => {
    writeFileSync(path, content);
    return () => platformsWithKey(readConfig({ PLATFORMS_FILE: path, CHATGPT_API_KEY: 'x' }));
  };
  expect(read(JSON.stringify([written]))()).toEqual(['chatgpt', 'local_qwen']);
  expect(read('[{"apiKey":"secret"')).toThrow(`PLATFORMS_FILE ${path} is not valid JSON.`);
  expect(read(JSON.stringify([{ ...written, platform: 'grok' }]))).toThrow(
    `PLATFORMS_FILE ${path}: [0].platform: is the name of a known platform. Choose another name.`,
  );
});
