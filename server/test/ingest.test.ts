import { expect, test } from 'vitest';
import { addDays, dayOf, isoSeconds } from '../src/base/time.ts';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { sql } from '../src/store/db.ts';
import { activePanels } from '../src/store/keywords/keywords.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;

const NAMED =
  'Good choices:\n\n1. **Heron Board** – the best for small teams.[1]\n2. **Aplomb** – for large ones.[2]\n';
const UNNAMED = 'A shared spreadsheet is enough for most teams.';
const KEYWORD = 'kanban board software';

async function givenWorkspace() {
  const account = await givenAccount(deps);
  const workspaceId = account.workspaces.test;
  return { account, workspaceId, key: await givenKey(deps, account) };
}

async function workspaceAt(workspaceId: string) {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  return workspace;
}

/** An answer as a scraper would send it. */
function sent(more: Record<string, unknown> = {}) {
  return { keyword: KEYWORD, platform: 'chatgpt_web', prompt: 'Which kanban board?', text: NAMED, ...more };
}

function ingest(key: string, lines: unknown[]) {
  const body = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  return call(server, '/api/v1/answers', { key, method: 'POST', body, headers });
}

const statuses = ({ body }: { body: { data: { status: string }[] } }) => body.data.map(({ status }) => status);

async function recordOf(key: string, keyword = KEYWORD) {
  const { body } = await call(server, '/api/v1/visibility?include=evidence', { key });
  return body.data.find((one: { keyword: string }) => one.keyword === keyword);
}

async function eventTypes(workspaceId: string): Promise<string[]> {
  const rows = await db.query<{ type: string }>(
    sql`select type from events where workspace_id = ${workspaceId} order by type`,
  );
  return rows.map(({ type }) => type);
}

async function countAnswers(workspaceId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) as count from answers where workspace_id = ${workspaceId}`,
  );
  return row?.count ?? 0;
}

async function differences(workspaceId: string): Promise<string[]> {
  const found: string[] = [];
  const onResult = (one: { differences: string[] }) => void found.push(...one.differences);
  await verifyWorkspace(db, await workspaceAt(workspaceId), { keywords: [], onResult });
  return found;
}

test('201: one answer is stored, scored and told like our own, and can be looked up', async () => {
  const { key, workspaceId } = await givenWorkspace();
  const sources = [
    { url: 'https://heronboard.example/kanban?utm_source=openai', title: 'Heron Board' },
    { url: 'https://toolreview.example/list', cited: false },
  ];
  const queries = ['kanban board small team', 'best kanban 2026'];
  const about = { model: 'gpt-5', requested_model: 'gpt-5-latest', surface: 'scraped', external_id: 'a-1' };
  const body = sent({ ...about, sources, queries });
  const given = await call(server, '/api/v1/answers', { key, method: 'POST', body });
  expect(given.status).toBe(201);
  const [result] = given.body.data;
  expect(given.body).toEqual({
    data: [{ line: 1, status: 'stored', answer_id: expect.stringMatching(/^ans_/) }],
    meta: { total: 1, page: 1, per_page: 1 },
  });

  expect(await recordOf(key)).toMatchObject({
    visibility_score: 100,
    mentions: 1,
    citations: 1,
    platforms: { chatgpt_web: 100 },
    sample_size: 1,
  });
  expect(await eventTypes(workspaceId)).toEqual(['citation.new', 'mention.new']);
  const listed = await call(server, '/api/v1/answers', { key });
  expect(listed.body.data).toEqual([
    {
      answer_id: result.answer_id,
      keyword_id: expect.any(String),
      keyword: KEYWORD,
      platform: 'chatgpt_web',
      surface: 'scraped',
      model: 'gpt-5',
      prompt: body.prompt,
      text: NAMED,
      status: 'valid',
      cost_usd: null,
      provenance: null,
      sources: [
        { url: sources[0]?.url, title: 'Heron Board', cited: true },
        { url: sources[1]?.url, title: null, cited: false },
      ],
      asked_at: expect.any(String),
      requested_model: 'gpt-5-latest',
      searched: true,
      queries,
    },
  ]);
  expect(await differences(workspaceId)).toEqual([]);
});

test('201: one wrong line never loses a right one, and every line is told what became of it', async () => {
  const { key, workspaceId } = await givenWorkspace();
  const now = (await workspaceAt(workspaceId)).now;
  const old = `${addDays(dayOf(now), -401)}T12:00:00Z`;
  const given = await ingest(key, [
    sent(),
    '{"keyword": "kanban',
    '',
    sent({ colour: 'green', platform: 'ChatGPT' }),
    sent({ keyword: 'no such words' }),
    sent({ keyword: undefined, keyword_id: 'kw_unknown' }),
    sent({ keyword: undefined }),
    sent({ asked_at: old }),
    sent({ asked_at: '2999-01-01T00:00:00Z' }),
    sent({ asked_at: 'yesterday', sources: [{ url: 'ftp://a.example' }] }),
    sent({ text: undefined }),
    '[]',
    sent({ keyword: '  KANBAN board   Software ' }),
  ]);
  expect(given.status).toBe(201);
  expect(given.body.meta).toEqual({ total: 12, page: 1, per_page: 12 });
  const stored = { status: 'stored', answer_id: expect.any(String) };
  const refused = (line: number, detail: string) => ({ line, status: 'refused', detail });
  expect(given.body.data).toEqual([
    { line: 1, ...stored },
    refused(2, 'The line is not valid JSON'),
    refused(4, 'platform: must be a lowercase name such as chatgpt; unknown field colour'),
    refused(5, 'keyword: keyword "no such words" not found. Add it first: POST /api/v1/keywords'),
    refused(6, 'keyword_id: keyword kw_unknown not found'),
    refused(7, 'keyword_id: is required, or send keyword instead'),
    refused(8, `asked_at: must not be more than 400 days ago (${addDays(dayOf(now), -400)} is the oldest day)`),
    refused(9, 'asked_at: must not be in the future'),
    refused(10, 'sources[0].url: must be an http or https URL; asked_at: must be a time such as 2026-01-31T12:00:00Z'),
    refused(11, 'text: is required'),
    refused(12, 'must be an object'),
    { line: 13, ...stored },
  ]);
  expect(await countAnswers(workspaceId)).toBe(2);
  expect((await recordOf(key)).sample_size).toBe(2);
});

test('201: in a large import, a line without its platform or prompt is refused by that, and the others are stored', async () => {
  const { key } = await givenWorkspace();
  const right = Array.from({ length: 100 }, (_, i) => sent({ external_id: `large-${i}` }));
  const { status, body } = await ingest(key, [...right, { queries: [1, 2] }, { ...sent(), prompt: undefined }]);
  expect(status).toBe(201);
  expect(body.data.slice(100)).toMatchObject([
    { status: 'refused', detail: 'platform: is required; prompt: is required' },
    { status: 'refused', detail: 'prompt: is required' },
  ]);
  expect(statuses({ body }).slice(0, 100)).toEqual(right.map(() => 'stored'));
});

test('200: the same lines twice change nothing, also within one request and from two senders at once', async () => {
  const { key, workspaceId } = await givenWorkspace();
  const lines = Array.from({ length: 600 }, (_, i) =>
    sent({
      external_id: `run-${i % 550}`,
      text: i % 3 ? NAMED : UNNAMED,
      platform: i % 2 ? 'chatgpt_web' : 'bing_chat',
    }),
  );
  const [first, second] = await Promise.all([ingest(key, lines), ingest(key, [...lines].reverse())]);
  const count = (status: string) => [...statuses(first), ...statuses(second)].filter((one) => one === status).length;
  expect([count('stored'), count('duplicate'), count('refused')]).toEqual([550, 650, 0]);
  const before = [await recordOf(key), await eventTypes(workspaceId), await countAnswers(workspaceId)];
  expect(before[2]).toBe(550);

  const again = await ingest(key, lines);
  expect(again.status).toBe(200);
  expect(new Set(statuses(again))).toEqual(new Set(['duplicate']));
  expect(again.body.data[0].answer_id).toBe(first.body.data[0].answer_id);
  expect([await recordOf(key), await eventTypes(workspaceId), await countAnswers(workspaceId)]).toEqual(before);
  expect(await differences(workspaceId)).toEqual([]);
});

test('refused, failed and empty answers are stored and left out of the sample', async () => {
  const { key, workspaceId } = await givenWorkspace();
  const given = await ingest(key, [
    sent(),
    sent({ text: UNNAMED }),
    sent({ status: 'refused', text: 'I cannot help with that.' }),
    sent({ status: 'failed', text: undefined }),
    sent({ text: '  ' }),
  ]);
  expect(statuses(given)).toEqual(['stored', 'stored', 'stored', 'stored', 'stored']);
  expect(await recordOf(key)).toMatchObject({ visibility_score: 50, sample_size: 2, mentions: 1 });
  const listed = await call(server, '/api/v1/answers', { key });
  expect(listed.body.data.map(({ status }: { status: string }) => status).sort()).toEqual([
    'failed',
    'failed',
    'refused',
    'valid',
    'valid',
  ]);
  expect(await differences(workspaceId)).toEqual([]);
});

test('answers from further back change the numbers of their day, but are no news', async () => {
  const { key, workspaceId } = await givenWorkspace();
  const { now } = await workspaceAt(workspaceId);
  const at = (daysAgo: number) => isoSeconds(new Date(now.getTime() - daysAgo * 86_400_000));
  await ingest(key, [sent({ asked_at: at(3) }), sent({ asked_at: at(60) }), sent({ asked_at: at(399) })]);
  expect(await eventTypes(workspaceId)).toEqual([]);
  expect(await recordOf(key)).toMatchObject({ sample_size: 1, visibility_score: 100 });
  await ingest(key, [sent({ asked_at: at(2) })]);
  expect(await eventTypes(workspaceId)).toEqual(['mention.new']);
  const all = await call(server, `/api/v1/answers?since=${dayOf(new Date(at(399)))}`, { key });
  expect(all.body.meta.total).toBe(4);
  expect((await call(server, '/api/v1/answers', { key })).body.meta.total).toBe(2);
  expect(await differences(workspaceId)).toEqual([]);
});

test('a prompt of others is counted under one prompt and never asked; one of the panel stays what it is', async () => {
  const { key, workspaceId } = await givenWorkspace();
  const panel = await activePanels(db, workspaceId);
  const [own] = await db.query<{ prompt_id: string; text: string; keyword: string }>(
    sql`select p.prompt_id, p.text, k.keyword from prompts p join keywords k using (workspace_id, keyword_id)
        where p.workspace_id = ${workspaceId} and p.prompt_id = ${panel[0]?.promptId}`,
  );
  await ingest(key, [sent(), sent({ platform: 'bing_chat' }), sent({ prompt: own?.text, keyword: own?.keyword })]);
  await ingest(key, [sent()]);
  const rows = await db.query<{ prompt: string; prompt_id: string }>(
    sql`select distinct prompt, prompt_id from answers where workspace_id = ${workspaceId}`,
  );
  expect(rows.length).toBe(2);
  expect(rows.find(({ prompt }) => prompt === own?.text)?.prompt_id).toBe(own?.prompt_id);
  expect(await activePanels(db, workspaceId)).toEqual(panel);
});

test('what cannot be stored is cleaned, not lost', async () => {
  const { key } = await givenWorkspace();
  const text =
    '{"keyword":"kanban board software","platform":"chatgpt_web","prompt":"a\\u0000b","text":"Heron Board \\ud83d!"}';
  expect(statuses(await ingest(key, [text]))).toEqual(['stored']);
  const [answer] = (await call(server, '/api/v1/answers', { key })).body.data;
  expect([answer.prompt, answer.text]).toEqual(['ab', 'Heron Board \ufffd!']);
});

test('markers count by the sender’s list, also when not all of it is cited', async () => {
  const { key, workspaceId } = await givenWorkspace();
  const sources = [
    { url: 'https://toolreview.example/', cited: false },
    { url: 'https://heronboard.example/' },
    { url: 'https://softwarecompass.example/' },
  ];
  await ingest(key, [sent({ text: 'Try Heron Board.[2] It is good.[3]', sources })]);
  const rows = await db.query(
    sql`select domain, kind, position from citations where workspace_id = ${workspaceId} order by kind, position`,
  );
  expect(rows).toEqual([
    { domain: 'heronboard.example', kind: 'cited', position: 1 },
    { domain: 'softwarecompass.example', kind: 'cited', position: 2 },
    { domain: 'toolreview.example', kind: 'retrieved', position: null },
  ]);
});

test('two accounts never mix: the same external_id is another answer there', async () => {
  const [mine, theirs] = [await givenWorkspace(), await givenWorkspace()];
  expect(statuses(await ingest(mine.key, [sent({ external_id: 'x' })]))).toEqual(['stored']);
  const { keyword_id } = await recordOf(mine.key);
  expect((await call(server, '/api/v1/answers', { key: theirs.key })).body.data).toEqual([]);
  const there = await ingest(theirs.key, [sent({ external_id: 'x' }), sent({ keyword: undefined, keyword_id })]);
  expect(statuses(there)).toEqual(['stored', 'refused']);
  expect(await countAnswers(mine.workspaceId)).toBe(1);
  const stolen = await call(server, `/api/v1/answers?keyword_id=${keyword_id}`, { key: theirs.key });
  expect(stolen.body).toEqual({ data: [], meta: { total: 0, page: 1, per_page: 20 } });
});

test('200: the list goes back page by page, newest first, by keyword, platform and day', async () => {
  const { key } = await givenWorkspace();
  await ingest(
    key,
    Array.from({ length: 25 }, (_, i) =>
      sent({ platform: i < 5 ? 'bing_chat' : 'chatgpt_web', text: `${NAMED} ${i}` }),
    ),
  );
  await ingest(key, [sent({ keyword: 'gantt chart software' })]);
  const { keyword_id } = await recordOf(key);
  const page = await call(server, `/api/v1/answers?keyword_id=${keyword_id}&page=2&per_page=10`, { key });
  expect(page.body.meta).toEqual({ total: 25, page: 2, per_page: 10 });
  expect(page.body.data.length).toBe(10);
  expect(page.headers.get('link')).toContain(`keyword_id=${keyword_id}&page=3&per_page=10`);
  expect((await call(server, '/api/v1/answers?platform=bing_chat', { key })).body.meta.total).toBe(5);
  expect((await call(server, '/api/v1/answers?until=2020-01-01', { key })).body.meta.total).toBe(0);
});

test('403: reading is not writing', async () => {
  const { account } = await givenWorkspace();
  const key = await givenKey(deps, account, { scopes: ['read'] });
  const given = await call(server, '/api/v1/answers', { key, method: 'POST', body: sent() });
  expect([given.status, given.body.detail]).toEqual([403, "This action requires the 'write' scope"]);
});

test('409: without a brand every answer would count as "not named"', async () => {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account, { mode: 'live' });
  const given = await call(server, '/api/v1/answers', { key, method: 'POST', body: sent() });
  expect([given.status, given.body.detail]).toEqual([409, 'This workspace has no brand yet. Set up your brand first.']);
});

test('413: a body over 8 MiB', async () => {
  const { key, workspaceId } = await givenWorkspace();
  const given = await ingest(key, [sent(), sent({ text: 'x'.repeat(8 * 1024 * 1024) })]);
  expect([given.status, given.body.detail]).toEqual([413, 'The request body is too large']);
  expect(await countAnswers(workspaceId)).toBe(0);
});

test('200: a line with a text of more than 50,000 characters is refused alone', async () => {
  const { key } = await givenWorkspace();
  const lines = [50_000, 50_001].map((length) => sent({ text: 'x'.repeat(length) }));
  expect((await ingest(key, lines)).body.data).toMatchObject([
    { status: 'stored' },
    { status: 'refused', detail: 'text: must have at most 50000 characters' },
  ]);
});

test('415: lines are taken here and nowhere else', async () => {
  const { key } = await givenWorkspace();
  const headers = { 'content-type': 'application/x-ndjson' };
  const given = await call(server, '/api/v1/keywords', { key, method: 'POST', body: '{"keyword":"x"}', headers });
  expect(given.status).toBe(415);
});

test.each([
  [sent({ platform: 'Bad' }), 'platform: must be a lowercase name such as chatgpt_web'],
  [{ answers: [] }, 'answers: must have at least 1 entry'],
  [{ answers: 'x' }, 'answers: must be an array'],
  [{ answers: [sent()], more: 1 }, 'unknown field more'],
  [[sent()], 'body: must be an object. Send several as {"answers": […]}'],
])('422: %j', async (body, detail) => {
  const { key } = await givenWorkspace();
  const given = await call(server, '/api/v1/answers', { key, method: 'POST', body });
  expect([given.status, given.body.detail]).toEqual([422, detail]);
});

test.each([
  ['since=2026-02-01&until=2026-01-01', 'since: must not be after until'],
  ['since=2020-01-01', 'since: must be at most 400 days before until'],
  ['since=soon', 'since: must be a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z'],
  ['per_page=101', 'per_page: must be at most 100'],
])('422: answers?%s', async (query, detail) => {
  const { key } = await givenWorkspace();
  const given = await call(server, `/api/v1/answers?${query}`, { key });
  expect([given.status, given.body.detail]).toEqual([422, detail]);
});
