import { beforeAll, expect, test } from 'vitest';
import { keepCounts } from '../src/store/kept-counts.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;
let workspaceId = '';
let key = '';

beforeAll(async () => {
  const account = await givenAccount(deps);
  workspaceId = account.workspaces.test;
  key = await givenKey(deps, account);
});

async function sendAnswer(domain: string): Promise<void> {
  const answer = { keyword: 'kanban board software', platform: 'chatgpt_web', prompt: 'Which one?', text: 'Aplomb.' };
  const body = { answers: [{ ...answer, sources: [{ url: `https://${domain}/` }], queries: [`boards of ${domain}`] }] };
  expect((await call(server, '/api/v1/answers', { key, method: 'POST', body })).body.data[0].status).toBe('stored');
}

test('counts are kept until the data changes, and requests at the same moment share them', async () => {
  let counted = 0;
  const count = (name = 'a') => keepCounts(db, { workspaceId, name }, async () => ++counted);
  expect(await Promise.all([count(), count()])).toEqual([1, 1]);
  expect(await count()).toBe(1);
  expect(await count('b')).toBe(2);
  await sendAnswer('first.example');
  expect(await count()).toBe(3);
});

test('a count that fails is not kept', async () => {
  let tries = 0;
  const count = () =>
    keepCounts(db, { workspaceId, name: 'failing' }, async () => {
      if (tries++ === 0) throw new Error('no connection');
      return 'counted';
    });
  await expect(count()).rejects.toThrow('no connection');
  expect(await count()).toBe('counted');
});

test('every list that is counted shows the next answer immediately', async () => {
  const lists = ['sources', 'sources/types', 'queries'];
  const read = () => Promise.all(lists.map(async (list) => (await call(server, `/api/v1/${list}`, { key })).body.data));
  const before = await read();
  await sendAnswer('second.example');
  const after = await read();
  for (const [index, list] of after.entries()) expect(list).not.toEqual(before[index]);
});
