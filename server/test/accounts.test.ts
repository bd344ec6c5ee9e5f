import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSignInToken } from '../src/access/sessions.ts';
import { parseCsv } from '../src/base/csv.ts';
import { changePlan, create, importFile, list, remove } from '../src/commands/accounts.ts';
import { createRole, dropRole } from '../src/commands/bi.ts';
import { chooseAccount, type Service } from '../src/commands/open.ts';
import { readConfig } from '../src/config.ts';
import { sealDue } from '../src/events/seal.ts';
import { loadReader } from '../src/measure/reader.ts';
import { askDue, planDue } from '../src/measure/worker.ts';
import { createAccountWithSandbox } from '../src/sandbox/create.ts';
import { seedSandboxes } from '../src/sandbox/seed.ts';
import { closeAccount, removeAccountData } from '../src/store/accounts/removal.ts';
import { saveJudgedGroup, saveScatter } from '../src/store/counts/judged-groups.ts';
import { saveChangedWindows } from '../src/store/counts/series.ts';
import { type Db, raw, sql } from '../src/store/db.ts';
import { findSandbox } from '../src/store/sandboxes.ts';
import { atCurrentTime, findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { call, FEW_KEYWORDS, givenAccount, givenKey, useApp } from './support/app.ts';
import { callWith } from './support/call.ts';
import { useDatabase } from './support/database.ts';
import { givenClient, givenToken } from './support/oauth.ts';
import { browser, PASSWORD, tokenOf } from './support/person.ts';
import { runVisibility, until } from './support/server-process.ts';
import { givenWebhook, publishIn, visibilityChanged } from './support/webhook.ts';

const { db, url } = useDatabase();
const server = useApp(db);
const { deps } = server;
const service = { db, databaseUrl: url, secrets: deps.secrets } as Service;
const config = readConfig({ SANDBOX_DAYS: '0', BASE_URL: 'https://visibility.example.com' });

type AccountOptions = Partial<Parameters<typeof create>[1]['options'] & Parameters<typeof remove>[1]['options']>;

function accounts([action, ...given]: string[], options: AccountOptions = {}, typed?: string): Promise<string> {
  const all = { owner: undefined, plan: 'free' as const, json: false, yes: false, ...options };
  const [which = '', plan = ''] = given;
  if (action === 'list') return list(service, callWith(all, []));
  if (action === 'plan') return changePlan(service, callWith(all, [which, plan]));
  const call = callWith<typeof all, [string]>(all, [which], config);
  return action === 'create' ? create(service, call) : remove(service, call, async () => typed);
}

/** Prepares what other tests have created, so that the next sandbox is the next one. */
async function seedAll(): Promise<void> {
  while ((await seedSandboxes(deps, () => {}, new AbortController().signal)) > 0);
}

async function created(name: string, owner: string) {
  return JSON.parse(await accounts(['create', name], { owner, plan: 'pro', json: true }));
}

test('an account is created with keys that work and a link that opens it', async () => {
  const text = await accounts(['create', ' Acme  '], { owner: 'Ann@Acme.example', plan: 'pro' });
  expect(text).toMatch(/^Created Acme \(pro\)\.\n {2}Account {5}acc_\w+\n {2}Owner {7}ann@acme\.example\n/);
  for (const mode of ['live', 'test']) {
    const [key = ''] = new RegExp(`svc_${mode}_\\w+`).exec(text) ?? [];
    const { status, headers } = await call(server, '/api/v1/keywords', { key });
    expect([status, headers.get('x-ratelimit-limit')]).toEqual([200, '1000']);
  }
  const [link = ''] = /https:\S+/.exec(text) ?? [];
  const person = browser(server);
  await person.post('/session', { token: tokenOf(link) });
  expect(await person.isIn()).toBe(true);
  expect(await accounts(['list'])).toMatch(/acc_\w+ {2}Acme +ann@acme\.example +pro +\S+Z +0 +0\n?/);
});

test('a change of plan applies to the next request', async () => {
  const { account_id, live_key: key } = await created('Planner', 'owner@planner.example');
  expect(await accounts(['plan', account_id, 'enterprise'])).toBe(
    'Planner is on the enterprise plan. Its limits apply immediately.',
  );
  const { headers } = await call(server, '/api/v1/keywords', { key });
  expect(headers.get('x-ratelimit-limit')).toBe('10000');
});

test.each<[string[], AccountOptions, string]>([
  [['create', ' '], { owner: 'a@b.example' }, 'The account name must have 1 to 100 characters'],
  [['create', 'New'], {}, '--owner must be an email address, not "".'],
  [['create', 'New'], { owner: 'ann' }, '--owner must be an email address, not "ann".'],
  [['create', 'TAKEN'], { owner: 'a@b.example' }, 'already has the name Taken. Choose another.'],
  [['create', 'New'], { owner: 'TAKEN@b.example' }, 'already has the owner taken@b.example. Choose another.'],
  [['plan', 'nobody', 'pro'], {}, 'Account "nobody" not found. List accounts: visibility accounts list'],
  [['plan', 'Taken', 'gold'], {}, 'The plan must be free, pro or enterprise, not "gold".'],
  [['delete', 'nobody'], { yes: true }, 'Account "nobody" not found.'],
  [['delete', 'Taken'], {}, 'Nothing was deleted. Add --yes to delete without confirmation.'],
])('what cannot be done is refused in one sentence: %j %j', async (args, options, says) => {
  const exists = (await accounts(['list'])).includes('taken@b.example');
  if (!exists) await created('Taken', 'taken@b.example');
  await expect(accounts(args, options)).rejects.toThrow(says);
});

test('from the command line a mistake is one line and an exit code', async () => {
  const settings = { DATABASE_URL: url, SECRETS_KEY: 'a'.repeat(64) };
  const { code, out, err } = await runVisibility(['accounts', 'delete', 'nobody', '--yes'], settings);
  expect([code, out, err]).toEqual([1, '', 'Account "nobody" not found. List accounts: visibility accounts list\n']);
});

function importCsv(text: string, options = { json: true }): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'visibility-accounts-')), 'accounts.csv');
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  writeFileSync(file, text);
  return importFile(service, callWith<typeof options, [string]>(options, [file], config));
}

test('fifty accounts are created from a CSV file in one go, with keys and links that work', async () => {
  const lines = Array.from({ length: 50 }, (_, i) => `"Bulk, ${i}",owner${i}@bulk.example,${i % 2 ? 'pro' : ''}`);
  const began = process.cpuUsage();
  const all = JSON.parse(await importCsv(`\uFEFFName,Owner,Plan\r\n${lines.join('\r\n')}\r\n`));
  const { user, system } = process.cpuUsage(began);
  expect(all).toHaveLength(50);
  // One command each took more than this, before it did anything.
  expect((user + system) / 1e6).toBeLessThan(10);
  const { name, owner, plan, live_key: key, sign_in_url: link } = all[49];
  expect([name, owner, plan]).toEqual(['Bulk, 49', 'owner49@bulk.example', 'pro']);
  expect((await call(server, '/api/v1/keywords', { key })).headers.get('x-ratelimit-limit')).toBe('1000');
  const person = browser(server);
  await person.post('/session', { token: tokenOf(link) });
  expect(await person.isIn()).toBe(true);

  const printed = parseCsv(await importCsv('owner;name\nsemi@bulk.example;Semicolons', { json: false }));
  expect(printed.map(({ cells }) => cells.slice(1, 4))).toEqual([
    ['name', 'owner', 'plan'],
    ['Semicolons', 'semi@bulk.example', 'free'],
  ]);
});

test.each([
  ['name,owner\nOne,one@file.example\nOne,two@file.example', /^Line 3: Account acc_\w+ already has the name One\./],
  ['name,owner\nOne,one@file.example\nTwo,two', /^Line 3: owner must be an email address, not "two"\.$/],
  ['name,owner,plan\nOne,one@file.example,gold', /^Line 2: the plan must be free, pro or enterprise, not "gold"\.$/],
  ['name,owner,paln\nOne,one@file.example,pro', /must have the columns name, owner and, if needed, plan,/],
  ['name,owner', /must have the columns/],
])('a file with a mistake creates no account: %j', async (text, says) => {
  await expect(importCsv(text)).rejects.toThrow(says);
  expect(await accounts(['list'])).not.toContain('@file.example');
});

test('--account takes the name of an account', async () => {
  const { account_id } = await created('By Name', 'owner@by-name.example');
  expect(await chooseAccount(db, 'By Name')).toEqual(await chooseAccount(db, account_id));
  await expect(chooseAccount(db, 'Nobody')).rejects.toThrow('Account "Nobody" not found. List accounts:');
});

test('SANDBOX_DAYS is for the first account: the next ones are ready after a week of history', async () => {
  const call = callWith({ owner: 'owner@later.example', plan: 'free' as const, json: true }, ['Later'] as [string]);
  const { account_id, workspaces } = JSON.parse(await create(service, { ...call, config: readConfig({}) }));
  expect(await findSandbox(db, workspaces.test)).toMatchObject({ historyDays: 7 });
  await accounts(['delete', account_id], { yes: true });
});

test('a wrong name typed deletes nothing, the right one does', async () => {
  const { account_id, live_key: key } = await created('Careful', 'owner@careful.example');
  await expect(accounts(['delete', account_id], {}, 'careful')).rejects.toThrow(
    'Nothing was deleted: "careful" does not match the name "Careful".',
  );
  expect((await call(server, '/api/v1/keywords', { key })).status).toBe(200);
  expect(await accounts(['delete', 'Careful'], {}, 'Careful')).toContain(`Deleted Careful (${account_id}).`);
  expect((await call(server, '/api/v1/keywords', { key })).status).toBe(401);
  await created('Careful', 'owner@careful.example');
});

/** Every table with a column that says whose rows it holds. */
async function ownedColumns(): Promise<{ table: string; column: string }[]> {
  return db.query(
    sql`select c.table_name as table, c.column_name as column
        from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public'
          and t.table_type = 'BASE TABLE'
          and c.column_name in ('workspace_id', 'account_id')
          and not exists (select from pg_class where oid = c.table_name::regclass and relispartition)
        order by 1, 2`,
  );
}

type Given = Awaited<ReturnType<typeof givenAccount>>;

/** How many rows of an account each table holds, those that only refer to its rows included. */
async function rowsOf({ accountId, workspaces }: Given): Promise<Record<string, number>> {
  const ids = [accountId, workspaces.live, workspaces.test];
  const counts: Record<string, number> = {};
  for (const { table, column } of await ownedColumns()) {
    const [row] = await db.query<{ rows: number }>(
      sql`select count(*) as rows from ${raw(table)} where ${raw(column)} = any(${ids})`,
    );
    counts[table] = Math.max(counts[table] ?? 0, row?.rows ?? 0);
  }
  return counts;
}

const existing = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([, rows]) => rows > 0));

/** An account that has something of everything. */
async function givenFullAccount(owner: string): Promise<Given & { key: string; token: string; cookie: string }> {
  const account = await givenAccount(deps, { historyDays: 8, only: FEW_KEYWORDS });
  const { accountId, workspaces } = account;
  const key = await givenKey(deps, account);
  const post = (path: string, body: unknown) =>
    call(server, `/api/v1${path}`, { key, method: 'POST', body, headers: { 'idempotency-key': `${owner} ${path}` } });
  const token = await givenToken(server, await givenClient(deps, account));
  const signedIn = browser(server);
  await signedIn.post('/session', { token: tokenOf(await linkTo(accountId)) });
  await signedIn.post('/account', { email: `${owner}@example.com`, name: 'Ann', password: PASSWORD });
  await signedIn.post('/members/invitations', { email: `friend-of-${owner}@example.com`, role: 'member' });
  await linkTo(accountId);
  await signedIn.ask('/test/platforms/claude', { method: 'PATCH', body: { api_key: 'x' } });
  await givenWebhook(server, key, { url: 'https://127.0.0.1:9/' });
  await publishIn(deps, workspaces.test, [visibilityChanged()]);
  await post('/alerts', { name: 'Low', condition: 'below', threshold: 101 - 1 });
  await post('/reports', { name: 'Now', schedule: 'weekly', format: 'csv' });
  await post('/annotations', { date: '2026-03-02', text: 'Launch' });
  await post('/views', { name: 'Mine', page: '/' });
  await signedIn.post('/test/share-links', { name: 'Board', page: '/' });
  const { keyword_id } = (await call(server, '/api/v1/keywords?per_page=1', { key })).body.data[0];
  await post('/answers', { keyword_id, platform: 'grok', prompt: 'Which?', text: 'None.', external_id: 'one' });
  await fillRest(account);
  return { ...account, key, token, cookie: signedIn.own.cookie };
}

async function linkTo(accountId: string): Promise<string> {
  return `https://x.example/sign-in#token=${await createSignInToken(db, accountId)}`;
}

/** What only comes about over time. */
async function fillRest({ accountId, workspaces: { test: workspaceId } }: Given): Promise<void> {
  await db.query(
    sql`insert into attempts (delivery_id, webhook_id, attempt, started_at, outcome)
        select delivery_id, webhook_id, 1, now(), 'failed' from deliveries where workspace_id = ${workspaceId}`,
  );
  await db.query(
    sql`insert into missed_questions (workspace_id, day, platform, questions) values (${workspaceId}, '2026-01-01', 'chatgpt', 1)`,
  );
  await db.query(
    sql`insert into spend (workspace_id, day, platform, answers, cost_usd) values (${workspaceId}, '2026-01-01', 'chatgpt', 1, 1)`,
  );
  const [keyword] = await db.query<{ keyword_id: string }>(
    sql`select keyword_id from keywords where workspace_id = ${workspaceId} limit 1`,
  );
  const series = [{ keywordId: keyword?.keyword_id ?? '', platform: 'chatgpt', brandId: 'brand' }];
  const scatter = { phi: 1, df: 2, platform: 'chatgpt' };
  const judged = { judgedAt: new Date(), minPoints: 10, changeLevel: 0.007, baselineWindows: 12, answersPerPrompt: 8 };
  await db.transaction(async (tx) => {
    await saveChangedWindows(tx, workspaceId, { window: 0, series });
    await saveScatter(tx, workspaceId, { window: 1, rows: series.map(({ keywordId }) => ({ keywordId, ...scatter })) });
    await saveJudgedGroup(tx, workspaceId, { window: 1, brandId: 'brand', series: [], ...scatter, ...judged });
  });
  await db.query(sql`insert into removed_members (account_id, email) values (${accountId}, 'gone@example.com')`);
  await db.query(
    sql`insert into webhook_inbox (webhook_id, sequence, delivery_id, event_id, type, attempt, headers, body)
        select webhook_id, 1, 'dlv_1', 'evt_1', 'mention.new', 1, '{}', '{}' from webhooks where workspace_id = ${workspaceId}`,
  );
  await db.query(sql`insert into alerts_seen values (${workspaceId}, '', now())`);
  await db.query(
    sql`insert into standings (workspace_id, keyword_id, platform, competitor_id, judged_window, reading, verdict, since_window, judged_at, change_level)
        values (${workspaceId}, ${keyword?.keyword_id}, 'chatgpt', 'cmp_1', 0, 1, 'collecting', 0, now(), 0.007)
        on conflict do nothing`,
  );
  await db.query(
    sql`insert into crossings (workspace_id, keyword_id, platform, competitor_id, crossed_window, reading, direction, before, after, judged_at)
        values (${workspaceId}, ${keyword?.keyword_id}, 'chatgpt', 'cmp_1', 0, 1, 'overtook', '{}', '{}', now())`,
  );
  await db.query(sql`insert into rereads (workspace_id, keywords_total) values (${workspaceId}, 1)`);
  await db.query(sql`insert into removed_months (workspace_id, month) values (${workspaceId}, '2025-01-01')`);
  await db.query(
    sql`insert into month_removals (workspace_id, month, level) values (${workspaceId}, '2025-01-01', 'raw')`,
  );
  await db.query(sql`insert into keyword_removals (workspace_id, keyword_id) values (${workspaceId}, 'kw_1')`);
  await sealDue(db, { keepDays: 30, settleSeconds: 0 });
  await db.query(
    sql`insert into platform_instances (workspace_id, platform, base_url, model) values (${workspaceId}, 'openrouter', 'https://openrouter.example/v1', 'x')`,
  );
  await db.query(sql`insert into source_types (workspace_id, domain, type) values (${workspaceId}, 'a.io', 'review')`);
  await db.query(
    sql`insert into reply_facts (workspace_id, day, platform, fact, count) values (${workspaceId}, '2026-01-01', 'chatgpt', 'answers', 1)`,
  );
  await db.query(
    sql`insert into digest_entries (workspace_id, fact, day, recipients, alert_name, reason)
        values (${workspaceId}, 'one', '2026-01-01', '{a@b.example}', 'Low', 'low')`,
  );
  await db.query(
    sql`insert into day_domains (workspace_id, day, domain, platforms) values (${workspaceId}, '2026-01-01', 'a.example', '{}')`,
  );
  await db.query(
    sql`insert into review_dismissals (workspace_id, review_id, version, dismissed_at) values (${workspaceId}, 'rev_1', '1', now())`,
  );
  await db.query(
    sql`insert into mail_outbox (dedupe_key, account_id, subject, body) values (${accountId}, ${accountId}, 'x', 'x')`,
  );
}

test('a deleted account leaves nothing in any table, and nothing of another account is touched', async () => {
  const [gone, other] = [await givenFullAccount('gone'), await givenFullAccount('other')];
  const role = `bi_${new URL(url).pathname.slice(1)}_gone`;
  await createRole(service, callWith({ account: gone.accountId, mode: 'test' }, [role]));
  onTestFinished(async () => {
    await dropRole(service, callWith({}, [role])).catch(() => {});
  });
  const before = await rowsOf(gone);
  const empty = Object.keys(before).filter((table) => before[table] === 0);
  expect(empty).toEqual(['account_removals']);
  const untouched = await rowsOf(other);

  const text = await accounts(['delete', gone.accountId], { yes: true });

  expect(existing(await rowsOf(gone))).toEqual({});
  expect(await rowsOf(other)).toEqual(untouched);
  const reported = Object.fromEntries(
    [...text.matchAll(/^(\w+) +(\d+)$/gm)].map(([, table, rows]) => [table, Number(rows)]),
  );
  const { bi_roles: _, account_removals: __, ...expected } = before;
  expect(reported).toMatchObject(expected);
  for (const table of ['attempts', 'oauth_tokens', 'webhook_lanes']) expect(reported[table]).toBeGreaterThan(0);
  expect(await db.query(sql`select from pg_roles where rolname = ${role}`)).toEqual([]);
  expect((await call(server, '/api/v1/keywords', { key: other.key })).status).toBe(200);
});

/** A database that fails at one of its transactions, as if the process had been ended there. */
function endingAt(transaction: number): Db {
  let begun = 0;
  return {
    ...db,
    transaction: (work) => (++begun === transaction ? Promise.reject(new Error('ended')) : db.transaction(work)),
  };
}

test('from the first step on nobody gets in, and an interrupted deletion is continued', async () => {
  const gone = await givenFullAccount('interrupted');
  const before = await rowsOf(gone);
  const removal = await closeAccount(db, gone.accountId);
  if (!removal) throw new Error('no removal');
  for (const key of [gone.key, gone.token]) {
    expect((await call(server, '/api/v1/keywords', { key })).status).toBe(401);
  }
  const session = await call(server, '/dashboard/api/session', { headers: { cookie: gone.cookie } });
  expect(session.status).toBe(401);
  expect((await browser(server).signIn('interrupted@example.com')).status).toBe(401);
  for (const transaction of [3, 25, 35]) {
    await expect(removeAccountData(endingAt(transaction), removal)).rejects.toThrow('ended');
    expect(await accounts(['list'])).toMatch(new RegExp(`${gone.accountId} .* being deleted `));
  }
  const text = await accounts(['delete', gone.accountId], { yes: true });
  expect(text).toMatch(new RegExp(`^answers +${before.answers}$`, 'm'));
  expect(text).toMatch(new RegExp(`^api_keys +${before.api_keys}$`, 'm'));
  expect(existing(await rowsOf(gone))).toEqual({});
});

/** Something to wait for until it is opened. */
function gate() {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, isOpen };
}

test('what workers have under way when an account is deleted is not stored', async () => {
  const account = await givenAccount(deps, { historyDays: 2 });
  const workspaceId = account.workspaces.test;
  await db.query(sql`update questions set due_at = now(), done_at = null where workspace_id = ${workspaceId}`);
  // As in a process that has worked for the workspace before.
  await loadReader(db, workspaceId, 1);
  const asked = gate();
  const answered = gate();
  const ask: typeof deps.ask = {
    ...deps.ask,
    async ask(...question) {
      asked.open();
      await answered.isOpen;
      return deps.ask.ask(...question);
    },
  };
  const asking = askDue({ db, ask }, { workspaceId });
  await asked.isOpen;
  await accounts(['delete', account.accountId], { yes: true });
  answered.open();
  expect(await asking).toEqual({ questions: 0, events: 0 });
  expect(existing(await rowsOf(account))).toEqual({});
});

test('answers that are just being stored are removed too, and the deletion waits for them', async () => {
  const account = await givenAccount(deps, { historyDays: 2 });
  const workspace = await findWorkspace(db, account.workspaces.test);
  if (!workspace) throw new Error('no workspace');
  const [stored, committed] = [gate(), gate()];
  const storing = db.transaction(async (tx) => {
    await atCurrentTime(tx, workspace);
    stored.open();
    await committed.isOpen;
    await tx.query(
      sql`insert into readings (workspace_id, reading, subject, analysis, created_at)
          values (${workspace.workspaceId}, 99, '{}', 2, now())`,
    );
  });
  await stored.isOpen;
  const deleting = accounts(['delete', account.accountId], { yes: true });
  await until(async () => (await db.query(sql`select from pg_locks where not granted`)).length > 0);
  committed.open();
  await Promise.all([storing, deleting]);
  expect(existing(await rowsOf(account))).toEqual({});
});

test('an account can be deleted while workers make its history', async () => {
  await seedAll();
  const account = await db.transaction((tx) => createAccountWithSandbox(tx, { name: 'Busy', historyDays: 30 }));
  const began = gate();
  const seeding = seedSandboxes(
    deps,
    (done) => {
      if (done > 0) began.open();
    },
    new AbortController().signal,
  ).catch((error: Error) => error.message);
  await began.isOpen;
  await accounts(['delete', account.accountId], { yes: true });
  expect(await seeding).toMatch(
    new RegExp(`(no workspace|Lost the lock on the sandbox) ${account.workspaces.test}|violates foreign key`),
  );
  expect(existing(await rowsOf(account))).toEqual({});
  await planDue(deps);
  expect(await askDue(deps, { workspaceId: account.workspaces.test })).toEqual({ questions: 0, events: 0 });
});
