import { beforeAll, expect, test } from 'vitest';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { type Db, sql, type Transaction } from '../src/store/db.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
let workspaceId = '';
let key = '';

beforeAll(async () => {
  const account = await givenAccount(server.deps, { historyDays: 2 });
  workspaceId = account.workspaces.test;
  key = await givenKey(server.deps, account);
});

const totals = async (on: Db | Transaction) => [
  ...(await on.query(
    sql`select * from workspace_days where valid <> 0 or cited <> 0 order by workspace_id, day, reading, platform`,
  )),
  ...(await on.query(
    sql`select * from workspace_findings where named <> 0 or cited <> 0
        order by workspace_id, day, reading, platform, brand_id, brands_named`,
  )),
  ...(await on.query(sql`select workspace_id, published_at from list_totals order by 1`)),
];

async function differences(on: Db): Promise<string[]> {
  const workspace = await findWorkspace(on, workspaceId);
  if (!workspace) throw new Error('no workspace');
  const found: string[] = [];
  await verifyWorkspace(on, workspace, { keywords: [], onResult: (one) => found.push(...one.differences) });
  return found;
}

/** Inside a transaction that is taken back in the end. */
async function trying(work: (tx: Transaction, on: Db) => Promise<void>): Promise<void> {
  const undo = new Error('undo');
  const tried = db.transaction(async (tx) => {
    const inside: Db = { ...db, ...tx, atOneMoment: (read) => read(inside) };
    await work(tx, inside);
    throw undo;
  });
  await expect(tried).rejects.toBe(undo);
}

test.each([
  [
    'a count of valid answers',
    sql`update workspace_days set valid = valid + 1`,
    /^sums \S+ 1 claude: stored valid \d+, cited \d+; recomputed valid/,
  ],
  [
    'a competitor’s mentions',
    sql`delete from workspace_findings where brand_id like 'cmp_%'`,
    /^sums \S+ 1 claude cmp_\w+ \d: stored nothing; recomputed named \d+/,
  ],
  [
    'a sentiment',
    sql`update workspace_findings set positive = positive + 1`,
    /^sums .* brand \d: stored named \d+, positive \d+/,
  ],
  [
    'the address of a page',
    sql`update cited_pages set canonical_url = 'https://another.example/'`,
    /^page -?\d+: its address is missing or of another page/,
  ],
  [
    'the domain of a page',
    sql`update cited_pages set domain = 'another.example'`,
    /^page -?\d+: its address is missing or of another page/,
  ],
])('a falsified sum is found and shown: %s', async (_name, falsify, line) => {
  await trying(async (tx, on) => {
    await tx.query(falsify);
    expect((await differences(on)).some((one) => line.test(one))).toBe(true);
  });
});

test('after a keyword was deleted the sums are those of the others', async () => {
  const [first] = (await call(server, '/api/v1/keywords', { key })).body.data;
  const before = await totals(db);
  expect((await call(server, `/api/v1/keywords/${first.keyword_id}`, { key, method: 'DELETE' })).status).toBe(204);
  expect(await totals(db)).not.toEqual(before);
  expect(await differences(db)).toEqual([]);
  const again = await call(server, `/api/v1/keywords/${first.keyword_id}`, { key, method: 'DELETE' });
  expect([again.status, again.body]).toEqual([404, { detail: 'Keyword not found' }]);
});
