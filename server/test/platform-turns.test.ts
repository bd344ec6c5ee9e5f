import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSecretsBox } from '../src/base/secrets-box.ts';
import { chooseAsker } from '../src/commands/asker.ts';
import type { Service } from '../src/commands/open.ts';
import { readConfig } from '../src/config.ts';
import { planRounds } from '../src/measure/worker.ts';
import { sql } from '../src/store/db.ts';
import { saveReading } from '../src/store/workspaces/readings.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { addKeywords } from '../src/subject/add-keywords.ts';
import { givenAccount, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { startServer, stopServer, until } from './support/server-process.ts';

const KEYWORDS = ['tools', 'boards', 'plans'];
/** Together more than a worker takes at a time, which are 24. */
const PROMPTS = KEYWORDS.length * 10;
/** Requests of one process that have their turn already: they do not learn of a pause. */
const MOST_AT_ONCE = 4;

const { db, url } = useDatabase();
const secretsKey = randomBytes(32);
const { deps } = useApp(db, { secrets: createSecretsBox(secretsKey) });
const platform = { status: 200, asked: [] as { at: number; prompt: string }[] };
const platformServer = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    platform.asked.push({ at: performance.now(), prompt: JSON.parse(body).input });
    const output = [{ type: 'message', content: [{ type: 'output_text', text: 'Acme leads.' }] }];
    response.writeHead(platform.status, { 'content-type': 'application/json', 'retry-after': '600' });
    response.end(JSON.stringify({ model: 'perplexity/sonar', status: 'completed', output }));
  });
});
let settings: Record<string, string>;
let workspaceId: string;
let workers: Awaited<ReturnType<typeof startServer>>[];

beforeAll(async () => {
  await new Promise<void>((resolve) => platformServer.listen(0, '127.0.0.1', resolve));
  const { port } = platformServer.address() as AddressInfo;
  settings = {
    DATABASE_URL: url,
    SECRETS_KEY: secretsKey.toString('hex'),
    PERPLEXITY_API_KEY: 'secret-key-of-the-operator',
    PERPLEXITY_BASE_URL: `http://127.0.0.1:${port}`,
  };
});
afterAll(() => {
  platformServer.close();
});

beforeEach(async () => {
  platform.asked = [];
  await db.query(sql`delete from platform_turns`);
  workspaceId = await givenQuestions();
  await db.query(sql`update questions set due_at = now() where workspace_id = ${workspaceId}`);
});
afterEach(async () => {
  await Promise.all(workers.map(stopServer));
  await db.query(sql`delete from questions`);
});

/** The platform's status is set first: a worker asks as soon as it runs. */
async function startWorkers(status: number): Promise<void> {
  platform.status = status;
  workers = await Promise.all([1, 2].map(() => startServer(settings, ['--role', 'worker'])));
}

async function givenQuestions(): Promise<string> {
  const { workspaces } = await givenAccount(deps);
  const workspaceId = workspaces.live;
  const asking = { ...deps, ask: chooseAsker(deps as unknown as Service, readConfig(settings)) };
  const current = async () => {
    const workspace = await findWorkspace(db, workspaceId);
    if (!workspace) throw new Error('no workspace');
    return workspace;
  };
  const brand = { id: 'brand', name: 'Acme', aliases: [{ text: 'Acme' }], domains: ['acme.example'] };
  await db.transaction(async (tx) =>
    saveReading(tx, workspaceId, { subject: { brand, competitors: [] }, now: new Date() }),
  );
  await planRounds(asking, await current());
  const keywords = KEYWORDS.map((keyword) => {
    const prompts = Array.from(
      { length: PROMPTS / KEYWORDS.length },
      (_, i) => `Which of the ${keyword} is number ${i}?`,
    );
    return { keyword, tags: [], country: 'DE', language: 'de', prompts };
  });
  await addKeywords(asking, await current(), keywords);
  await db.query(
    sql`delete from questions where workspace_id = ${workspaceId} and (platform <> 'perplexity' or repetition > 0)`,
  );
  return workspaceId;
}

async function countOpen(isDue: boolean): Promise<number> {
  const [row] = await db.query<{ open: number }>(
    sql`select count(*) as open
        from questions
        where workspace_id = ${workspaceId}
          and done_at is null
          and (due_at <= now()) = ${isDue}`,
  );
  return row?.open ?? 0;
}

/** How many workers hold questions: each holds one lease per workspace and platform. */
async function countAsking(): Promise<number> {
  const [row] = await db.query<{ workers: number }>(
    sql`select count(distinct lease_token) as workers
        from questions
        where workspace_id = ${workspaceId}
          and done_at is null
          and lease_until > now()`,
  );
  return row?.workers ?? 0;
}

test('two workers together ask a platform no faster than its pace', async () => {
  await startWorkers(200);
  await until(async () => (await countAsking()) === 2);
  await until(async () => (await countOpen(true)) === 0);
  const asked = platform.asked.length;
  expect(asked).toBe(PROMPTS);
  // One per second. A late first request shortens the time between it and the last.
  const seconds = ((platform.asked.at(-1)?.at ?? 0) - (platform.asked[0]?.at ?? 0)) / 1000;
  expect(seconds).toBeGreaterThan(asked - 3);
});

test('when a platform refuses one worker for ten minutes, the other stops asking too', async () => {
  await startWorkers(429);
  await until(async () => (await countOpen(true)) === 0);
  // They have not failed, not even those that were refused: they are asked later.
  expect(await countOpen(false)).toBe(PROMPTS);
  expect(platform.asked.length).toBeLessThanOrEqual(2 * MOST_AT_ONCE);
});
