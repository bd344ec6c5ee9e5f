import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { beforeAll, expect, test } from 'vitest';
import { revokeKey } from '../src/access/keys.ts';
import { listApiKeys } from '../src/store/accounts/api-keys.ts';
import { givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { askTool, connectMcp } from './support/mcp.ts';
import { freePort, runVisibility } from './support/server-process.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;
const program = fileURLToPath(new URL('../bin/visibility.js', import.meta.url));
let account: Awaited<ReturnType<typeof givenAccount>>;
let key: string;

beforeAll(async () => {
  account = await givenAccount(deps, { historyDays: 1 });
  key = await givenKey(deps, account, { name: 'stdio', scopes: ['read'] });
});

/** The official client with the program it starts. */
async function startMcp() {
  const client = new Client({ name: 'test', version: '1' });
  const env = { VISIBILITY_URL: server.url, VISIBILITY_API_KEY: key };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env, cwd: '/' }));
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

test('over stdio there are the same instructions, the same tools and the same answers as over HTTP', async () => {
  await using stdio = await startMcp();
  await using http = await connectMcp(server, key);
  expect(stdio.client.getInstructions()).toBe(http.client.getInstructions());
  expect(await stdio.client.listTools()).toEqual(await http.client.listTools());
  expect(await askTool(stdio.client, 'list_keywords', {})).toEqual(await http.ask('list_keywords'));
  await expect(askTool(stdio.client, 'nothing', {})).rejects.toThrow('Unknown tool: nothing');
});

test('the scripted question about a drop is answered by the tools alone', async () => {
  const script = fileURLToPath(new URL('../../scripts/ask-mcp.mjs', import.meta.url));
  const env = { VISIBILITY_URL: server.url, VISIBILITY_API_KEY: key };
  const { stdout } = await promisify(execFile)(process.execPath, [script, 'claude'], { env });
  expect(stdout).toContain('Why did our score on claude drop last week?');
  expect(stdout).toContain('It did not drop: no keyword dropped significantly on claude since then.');
});

test('a key that is revoked meanwhile is told as the error of the next call', async () => {
  await using stdio = await startMcp();
  const keyId = (await listApiKeys(db, account.accountId)).find(({ name }) => name === 'stdio')?.keyId ?? '';
  await revokeKey(db, account.accountId, { keyId, by: { name: 'test' } });
  expect(await askTool(stdio.client, 'list_keywords', {})).toMatchObject({
    isError: true,
    text: 'Invalid or missing API key',
  });
});

test('without a key, with a wrong one, or without a server it says in one sentence what to do', async () => {
  const none = await runVisibility(['mcp'], {});
  expect([none.code, none.out]).toEqual([1, '']);
  expect(none.err).toContain('VISIBILITY_API_KEY is not set.');
  const wrong = await runVisibility(['mcp'], { VISIBILITY_URL: server.url, VISIBILITY_API_KEY: 'nonsense' });
  expect(wrong.err).toBe(`Cannot use ${server.url}: Invalid or missing API key\n`);
  const url = `http://127.0.0.1:${await freePort()}`;
  const away = await runVisibility(['mcp'], { VISIBILITY_URL: url, VISIBILITY_API_KEY: key });
  expect(away.err).toContain('(ECONNREFUSED). Check that the server is running there.');
  const odd = await runVisibility(['mcp'], { VISIBILITY_URL: 'not an address', VISIBILITY_API_KEY: key });
  expect(odd.err).toContain('VISIBILITY_URL must be a URL such as https://visibility.example.com');
});
