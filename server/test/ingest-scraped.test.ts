import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ingestFile } from '../src/commands/ingest.ts';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { sql } from '../src/store/db.ts';
import { insertInstance } from '../src/store/questions/platform-instances.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const KEYWORD = 'kanban board software';
let key: string;
let workspaceId: string;

/** A reply of a golden file, asked now. */
function golden(name: string): Record<string, unknown> {
  const folder = new URL('../src/collect/scraped/golden/', import.meta.url);
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
}

const send = (body: unknown) => call(server, '/api/v1/answers', { key, method: 'POST', body });
const workspaceNow = async () => {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  return workspace;
};

beforeAll(async () => {
  const account = await givenAccount(server.deps, { historyDays: 8 });
  workspaceId = account.workspaces.test;
  key = await givenKey(server.deps, account, { scopes: ['write'] });
});

test('a scraped reply is an answer with provenance, on a platform of its own', async () => {
  const before = (await call(server, '/api/v1/answers?platform=chatgpt&per_page=1', { key })).body.meta.total;
  const scores = async () =>
    (await call(server, `/api/v1/visibility?q=${encodeURIComponent(KEYWORD)}`, { key })).body.data[0].platforms;
  const asked_at = (await workspaceNow()).now.toISOString();
  // Another answer of today, so that the window of seven days is the same before and after.
  await send({ keyword: KEYWORD, platform: 'bing_chat', prompt: 'Which?', text: 'Heron Board.', asked_at });
  const old = await scores();
  const reply = golden('brightdata-chatgpt');
  const { status, body } = await send({ format: 'brightdata', keyword: KEYWORD, reply, asked_at });
  expect([status, body.data[0].status]).toEqual([201, 'stored']);

  const listed = (await call(server, '/api/v1/answers?platform=chatgpt_web', { key })).body;
  expect(listed.data[0]).toMatchObject({
    platform: 'chatgpt_web',
    surface: 'scraped',
    model: 'gpt-5-4',
    text: '**Heron Board** is the easiest.',
    provenance: { source: 'brightdata', reference: null, country: 'US' },
  });
  expect(listed.data[0].sources.filter(({ cited }: { cited: boolean }) => cited)).toHaveLength(2);
  const [row] = await db.query<{ queries: string[]; raw: Buffer }>(
    sql`select queries, raw from answers where workspace_id = ${workspaceId} and platform = 'chatgpt_web'`,
  );
  expect(row?.queries).toEqual(['best kanban board', 'heron board price']);
  expect(JSON.parse(gunzipSync(row?.raw as Buffer).toString())).toEqual(reply);

  // The answers and the score of the API are as before.
  expect((await call(server, '/api/v1/answers?platform=chatgpt&per_page=1', { key })).body.meta.total).toBe(before);
  expect(await scores()).toEqual({ ...old, chatgpt_web: 100 });
  const found: string[] = [];
  await verifyWorkspace(db, await workspaceNow(), {
    keywords: [],
    onResult: ({ differences }) => void found.push(...differences),
  });
  expect(found).toEqual([]);
});

test('422: a scraped answer is not mixed with answers of an API', async () => {
  const answer = { keyword: KEYWORD, prompt: 'Which?', text: 'Heron Board.', surface: 'scraped' };
  expect((await send({ ...answer, platform: 'chatgpt' })).body.detail).toBe(
    'platform: chatgpt has answers of its API. Send scraped answers as chatgpt_web',
  );
  const wrapped = {
    format: 'cloro',
    platform: 'grok',
    prompt: 'Which?',
    keyword: KEYWORD,
    reply: { result: { text: 'x' } },
  };
  expect((await send(wrapped)).body.detail).toContain('Send scraped answers as grok_web');
  const instance = { platform: 'nimbus', baseUrl: 'https://nimbus.example', model: 'm', requestBody: {} };
  await db.transaction((tx) => insertInstance(tx, workspaceId, instance));
  expect((await send({ ...answer, platform: 'nimbus' })).body.detail).toContain('Send scraped answers as nimbus_web');
});

test('the keyword is found by its text or by a prompt of its panel', async () => {
  const [prompt] = await db.query<{ text: string }>(
    sql`select p.text from prompts p join keywords k using (workspace_id, keyword_id)
        where p.workspace_id = ${workspaceId} and k.keyword = ${KEYWORD} and p.retired_at is null limit 1`,
  );
  const asked_at = (await workspaceNow()).now.toISOString();
  const cloro = (words: string) => ({
    format: 'cloro',
    platform: 'copilot',
    prompt: words,
    asked_at,
    reply: { result: { text: 'Heron.' } },
  });
  const { body } = await send({
    answers: [cloro(prompt?.text ?? ''), cloro(KEYWORD.toUpperCase()), cloro('Something else')],
  });
  expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['stored', 'stored', 'refused']);
  expect(body.data[2].detail).toBe('keyword: no keyword has the prompt "Something else". Send keyword or keyword_id');
});

test.each([
  [{ format: 'semrush', reply: {} }, 'format: '],
  [{ format: 'cloro', reply: 'text' }, 'reply: '],
  [{ format: 'cloro', reply: { result: { text: 'x' } }, prompt: 'Which?' }, 'platform: is required'],
  [{ format: 'cloro', reply: { result: { text: 'x' } }, platform: 'copilot' }, 'prompt: is required'],
  [{ format: 'serpapi', keyword: KEYWORD, reply: { error: 'No credit' } }, 'reply: the scraper reported an error'],
])('422: %j', async (body, detail) => {
  const refused = await send(body);
  expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining(detail)]);
});

test('the command stores the replies of a file once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'visibility scraped '));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const take = async (name: string, format: string, content: unknown) => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    const why: string[] = [];
    const onRefused = (line: number, detail: string) => void why.push(`${line} ${detail}`);
    return { ...(await ingestFile(db, await workspaceNow(), { path, format, onProgress: () => {}, onRefused })), why };
  };
  const { now } = await workspaceNow();
  const asked = { search_metadata: { id: 'srp_9', created_at: now.toISOString() } };
  const lines = [
    { ...golden('serpapi-ai-overview'), ...asked },
    { keyword: KEYWORD, reply: { ...golden('serpapi-ai-mode'), search_metadata: { created_at: now.toISOString() } } },
  ];
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  expect(await take('replies.jsonl', 'serpapi', text)).toMatchObject({ lines: 2, stored: 2, why: [] });
  expect(await take('replies.jsonl', 'serpapi', text)).toMatchObject({ lines: 2, duplicates: 2 });
  const task = golden('dataforseo-ai-overview');
  const [result] = task.result as object[];
  const today = { ...task, result: [{ ...result, datetime: now.toISOString() }] };
  expect(
    await take('tasks.json', 'dataforseo', { tasks: [today, { id: 'x', status_code: 40_400, status_message: 'No' }] }),
  ).toMatchObject({
    stored: 1,
    refused: 1,
    why: ['2 reply: the scraper reported an error: No'],
  });
  const listed = await call(server, '/api/v1/answers?platform=ai_overviews', { key });
  expect(
    listed.body.data.map(({ provenance }: { provenance: { source: string } }) => provenance.source).sort(),
  ).toEqual(['dataforseo', 'serpapi']);
  await expect(take('replies.csv', 'serpapi', text)).rejects.toThrow(
    'unknown file type. Use .jsonl, .ndjson or .json.',
  );
});
