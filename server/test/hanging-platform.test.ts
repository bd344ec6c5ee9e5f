import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createSecretsBox } from '../src/base/secrets-box.ts';
import { createTransport } from '../src/collect/transport.ts';
import { planRounds } from '../src/measure/worker.ts';
import { sql } from '../src/store/db.ts';
import { saveReading } from '../src/store/workspaces/readings.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { addKeywords } from '../src/subject/add-keywords.ts';
import { givenAccount, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { byLink } from './support/person.ts';
import { startServer, until } from './support/server-process.ts';

const { db, url } = useDatabase();
const secretsKey = randomBytes(32);
const server = useApp(db, { secrets: createSecretsBox(secretsKey) });
/** What service managers allow for a stop. */
const STOP_LIMIT_MS = 60_000;

/** A live workspace with one keyword and due questions on these platforms. */
async function givenDue(platforms: string[]) {
  const account = await givenAccount(server.deps);
  const workspaceId = account.workspaces.live;
  const brand = { id: 'brand', name: 'Acme', aliases: [{ text: 'Acme' }], domains: ['acme.example'] };
  await db.transaction((tx) => saveReading(tx, workspaceId, { subject: { brand, competitors: [] }, now: new Date() }));
  const current = async () => {
    const workspace = await findWorkspace(db, workspaceId);
    if (!workspace) throw new Error('no workspace');
    return workspace;
  };
  const idle = { db, ask: { platforms: async () => [], ask: async () => ({ waitsFor: undefined }) } };
  await planRounds(idle, await current());
  const keyword = { keyword: 'tools', tags: [], country: undefined, language: undefined, prompts: ['Which?'] };
  await addKeywords(idle, await current(), [keyword]);
  await db.query(
    sql`insert into questions (question_id, workspace_id, keyword_id, prompt_id, platform, round, repetition, due_at)
        select gen_random_uuid()::text, workspace_id, keyword_id, prompt_id, named.platform, (now() at time zone 'UTC')::date, n,
               now() - interval '1 minute' * (10 - named.place)
        from (select * from prompts where workspace_id = ${workspaceId}) p,
             unnest(${platforms}::text[]) with ordinality as named (platform, place),
             generate_series(1, 6) n`,
  );
  return { ...account, workspaceId };
}

/** An HTTP server that answers some paths and never the others. */
async function startPlatforms() {
  const platforms = createServer((request, response) => {
    if (request.url?.startsWith('/answers')) response.setHeader('content-type', 'application/json').end('{}');
  });
  await once(platforms.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    platforms.closeAllConnections();
    platforms.close();
  });
  return `http://127.0.0.1:${(platforms.address() as AddressInfo).port}`;
}

/** Live questions only: the sandbox of each account has its own. */
const openOn = async (platform: string) => {
  const rows = await db.query(
    sql`select
        from questions
        join workspaces using (workspace_id)
        where mode = 'live' and platform = ${platform} and done_at is null`,
  );
  return rows.length;
};

test('a platform named constructor and one that hangs delay no other, and the process stops within its limit', async () => {
  const first = await givenDue(['constructor', 'chatgpt', 'perplexity']);
  await givenDue(['perplexity']);
  const person = await byLink(server, first.accountId);
  const named = { platform: 'constructor', base_url: 'https://203.0.114.9/v1', model: 'm', api_key: 'sk-0123456789' };
  expect((await person.post('/live/platform-instances', named)).status).toBe(201);
  const platforms = await startPlatforms();
  const folder = mkdtempSync(join(tmpdir(), 'visibility hanging '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const process = await startServer({
    ...{ DATABASE_URL: url, SECRETS_KEY: secretsKey.toString('hex'), DATA_DIR: folder, SANDBOX_DAYS: '0' },
    ...{ CHATGPT_API_KEY: 'x', CHATGPT_BASE_URL: `${platforms}/hangs` },
    ...{ PERPLEXITY_API_KEY: 'x', PERPLEXITY_BASE_URL: `${platforms}/answers` },
  });
  onTestFinished(() => void process.child.kill('SIGKILL'));
  await until(async () => (await openOn('perplexity')) === 0, 60_000);
  expect(await openOn('chatgpt')).toBe(6);

  process.child.kill('SIGTERM');
  const ended = await Promise.race([process.finished, sleep(STOP_LIMIT_MS, undefined, { ref: false })]);
  expect([ended?.code, ended?.err]).toEqual([0, '']);
  // Released, so that the next start asks them at once.
  const [held] = await db.query<{ count: number }>(
    sql`select count(*)::integer as count from questions where workspace_id = ${first.workspaceId} and lease_until > now()`,
  );
  expect(held?.count).toBe(0);
}, 180_000);

test('a question that gets no slot within the deadline is not asked and not held', async () => {
  const platforms = await startPlatforms();
  const transport = createTransport({ deadlineMs: 400, paces: { slow: { concurrency: 1, perMinute: 6_000_000 } } });
  const post = (platform: string) => {
    const asked = { headers: {}, body: '{}', signal: new AbortController().signal };
    return transport.post(platform, `${platforms}/hangs`, asked).catch((error) => error.reason);
  };
  const startedAt = performance.now();
  const reasons = await Promise.all([post('slow'), post('slow'), post('slow'), post('slow')]);
  expect(reasons.slice(2)).toEqual(['aborted', 'aborted']);
  expect(performance.now() - startedAt).toBeLessThan(1_500);
  expect(await post('constructor')).toBe('timeout');
});
