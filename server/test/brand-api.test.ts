import { createClient } from '@visibility/sdk';
import { expect, test } from 'vitest';
import { call, FEW_KEYWORDS, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const BRAND = { name: 'Acme Tasks', aliases: ['AcmeTasks'], domains: ['acme.io', 'ACME.io'] };
const SHOWN = {
  name: 'Acme Tasks',
  aliases: [{ text: 'AcmeTasks', case: 'smart', require_any: [], exclude_any: [] }],
  domains: ['acme.io'],
};

test('a live workspace is set up by API alone: brand, competitor, keyword', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps), { mode: 'live' });
  const client = createClient({ baseUrl: server.url, apiKey: key });
  const none = await call(server, '/api/v1/brand', { key });
  const detail = 'This workspace has no brand yet. Set it with PUT /api/v1/brand';
  expect([none.status, none.body]).toEqual([404, { detail }]);
  expect(await client.brand.set(BRAND)).toEqual(SHOWN);
  expect(await client.brand.get()).toEqual(SHOWN);
  expect(await client.competitors.create({ name: 'Aplomb' })).toMatchObject({ name: 'Aplomb' });
  expect(await client.keywords.create({ keyword: 'kanban board' })).toMatchObject({ status: 'active' });
});

test('a preview shows the effect of other names and changes nothing', async () => {
  const account = await givenAccount(server.deps, { historyDays: 8, only: FEW_KEYWORDS });
  const client = createClient({ baseUrl: server.url, apiKey: await givenKey(server.deps, account) });
  const before = await client.brand.get();
  const keywords = [];
  let after: string | undefined;
  do {
    const { name, preview } = await client.brand.set(BRAND, { preview: 'true', ...(after && { after }) });
    expect(name).toBe('Acme Tasks');
    keywords.push(...(preview?.keywords ?? []));
    after = preview?.next ?? undefined;
  } while (after);
  expect(keywords.length).toBe(FEW_KEYWORDS.length);
  for (const { score_after, lost, gained } of keywords) expect([score_after, lost > 0, gained]).toEqual([0, true, 0]);
  expect(await client.brand.get()).toEqual(before);
});

test('422: names that cannot be, also in a preview; 403: a key that may only read', async () => {
  const account = await givenAccount(server.deps);
  const key = await givenKey(server.deps, account);
  for (const query of ['', '?preview=true']) {
    const taken = await call(server, `/api/v1/brand${query}`, { key, method: 'PUT', body: { name: 'Aplomb' } });
    expect([taken.status, taken.body.detail]).toEqual([422, 'name: "Aplomb" is already used by Aplomb']);
  }
  const reader = await givenKey(server.deps, account, { scopes: ['read'] });
  const refused = await call(server, '/api/v1/brand', { key: reader, method: 'PUT', body: BRAND });
  expect(refused.body).toEqual({ detail: "This action requires the 'write' scope" });
});
