import { expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);

function sent(more: Record<string, unknown> = {}) {
  const keyword = 'kanban board software';
  return { keyword, platform: 'chatgpt_web', prompt: 'Which board?', text: 'Heron Board is the best.', ...more };
}

async function ingest(lines: unknown[]) {
  const account = await givenAccount(server.deps);
  const key = await givenKey(server.deps, account);
  const body = lines.map((line) => JSON.stringify(line)).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  const given = await call(server, '/api/v1/answers', { key, method: 'POST', body, headers });
  return { given, key, workspaceId: account.workspaces.test };
}

test('a platform that is a slip of a known one is refused with the name that was meant, and moves no score', async () => {
  const slips = ['chatgtp', 'perplexty', 'ChatGPT ', 'Claude', 'gemini_wbe'];
  const { given, key } = await ingest([sent(), ...slips.map((platform) => sent({ platform, text: 'Nobody.' }))]);
  expect(given.body.data.map(({ detail = 'stored' }) => detail)).toEqual([
    'stored',
    'platform: chatgtp looks like a typo of chatgpt. Send chatgpt, or a name that differs from it by more than two characters',
    'platform: perplexty looks like a typo of perplexity. Send perplexity, or a name that differs from it by more than two characters',
    'platform: must be a lowercase name such as chatgpt',
    'platform: must be a lowercase name such as claude',
    'platform: gemini_wbe looks like a typo of gemini_web. Send gemini_web, or a name that differs from it by more than two characters',
  ]);
  const [record] = (await call(server, '/api/v1/visibility', { key })).body.data;
  expect(record).toMatchObject({ visibility_score: 100, platforms: { chatgpt_web: 100 } });
});

test('a line that the database does not take never loses the others', async () => {
  // A constraint of an operator's own, as one answer in a thousand can meet.
  await db.query(sql`alter table answers add constraint planted check (text <> 'Heron Board 13.')`);
  const lines = Array.from({ length: 40 }, (_, n) => sent({ text: `Heron Board ${n}.`, external_id: `a-${n}` }));
  const { given, workspaceId } = await ingest(lines);
  await db.query(sql`alter table answers drop constraint planted`);
  expect(given.status).toBe(201);
  expect(given.body.data.filter(({ status }: { status: string }) => status === 'refused')).toEqual([
    { line: 14, status: 'refused', detail: 'contains text that cannot be stored' },
  ]);
  const [stored] = await db.query<{ count: number }>(
    sql`select count(*) as count from answers where workspace_id = ${workspaceId}`,
  );
  expect(stored?.count).toBe(39);
});

test('an address that no page can have is refused, line by line', async () => {
  const host = Array.from({ length: 400 }, (_, n) => `${(n * 2_654_435_761) % 4_294_967_291}`).join('.');
  const { given } = await ingest([sent(), sent({ sources: [{ url: `https://${host}.example/` }] })]);
  expect(given.body.data).toMatchObject([
    { status: 'stored' },
    { status: 'refused', detail: 'sources[0].url: must be the URL of a web page' },
  ]);
});
