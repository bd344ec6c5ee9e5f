import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { SetupError } from '../src/base/errors.ts';
import { createRole, dropRole, listRoles } from '../src/commands/bi.ts';
import type { Service } from '../src/commands/open.ts';
import { raw, sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { biReference, type ViewColumn } from './support/bi-reference.ts';
import { callWith } from './support/call.ts';
import { givenCrossing } from './support/crossing.ts';
import { useDatabase } from './support/database.ts';

const { db, url } = useDatabase();
const server = useApp(db);
const { deps } = server;
// Roles belong to the whole PostgreSQL, which other files use at the same time.
const name = `bi_${new URL(url).pathname.slice(1)}`;
const service = { db, databaseUrl: url } as Service;
let account: Awaited<ReturnType<typeof givenAccount>>;
let key: string;
let address: string;

beforeAll(async () => {
  account = await givenAccount(deps, { historyDays: 8 });
  await givenAccount(deps, { historyDays: 1, seed: 'other' });
  key = await givenKey(deps, account, { scopes: ['write'] });
  await givenCrossing(db);
  const note = { date: '2026-03-02', text: 'Launch' };
  await call(server, '/api/v1/annotations', { key, method: 'POST', body: note });
  address = addressIn(await give(name, 'test'));
  return async () => {
    for (const role of [name, `${name}_live`]) await drop(role).catch(() => {});
  };
});

const give = (role: string, mode: 'live' | 'test') =>
  createRole(service, callWith({ account: account.accountId, mode }, [role]));
const drop = (role: string) => dropRole(service, callWith({}, [role]));

const addressIn = (text: string) => /postgresql:\S+/.exec(text)?.[0] ?? expect.fail(text);

async function ask<Row = Record<string, unknown>>(statement: string, as = address): Promise<Row[]> {
  return withClient(as, async (client) => (await client.query(statement)).rows as Row[]);
}

async function withClient<Result>(as: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: as });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function readCatalog(): Promise<ViewColumn[]> {
  return db.query(
    sql`select c.relname as view, a.attname as column
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        where c.relnamespace = 'bi'::regnamespace
        order by c.relname, a.attnum`,
  );
}

const views = [
  'annotations',
  'answer_sources',
  'answers',
  'citations',
  'competitors',
  'crossings',
  'daily_brands',
  'daily_visibility',
  'events',
  'keywords',
].concat(['mentions', 'queries', 'sources', 'standings', 'usage', 'visibility']);

test.each(views)('bi.%s shows the rows of its own workspace and of no other', async (view) => {
  const [mine] = await ask<{ rows: string }>(`select count(*) as rows from ${view}`);
  expect(Number(mine?.rows)).toBeGreaterThan(0);
  await give(`${name}_live`, 'live').then(async (text) => {
    const [live] = await ask<{ rows: string }>(`select count(*) as rows from ${view}`, addressIn(text));
    expect(Number(live?.rows)).toBe(0);
  });
});

test('there are as many rows as the API lists', async () => {
  const counts = { keywords: 'keywords', visibility: 'visibility', answers: 'answers', events: 'events' };
  for (const [view, path] of Object.entries(counts)) {
    const { body } = await call(server, `/api/v1/${path}`, { key });
    expect(await ask(`select count(*)::integer as total from ${view}`)).toEqual([{ total: body.meta.total }]);
  }
  const { body } = await call(server, '/api/v1/mentions', { key });
  const own = "select count(*)::integer as total from mentions where brand = 'own'";
  expect(await ask(own)).toEqual([{ total: body.meta.total }]);
});

test('scores and counts are those of the API', async () => {
  const list = await call(server, '/api/v1/visibility?include=evidence&per_page=3', { key });
  for (const record of list.body.data) {
    const [row] = await ask(`select * from visibility where keyword_id = '${record.keyword_id}'`);
    expect(row).toMatchObject({
      visibility_score: record.visibility_score,
      sample_size: record.sample_size,
      interval_low: record.interval[0],
      interval_high: record.interval[1],
      mentions: record.mentions,
      citations: record.citations,
    });
    const { body } = await call(server, `/api/v1/visibility/${record.keyword_id}`, { key });
    const days = await ask<{ day: string; platform: string; week_score: number }>(
      `select day::text, platform, week_score from daily_visibility where keyword_id = '${record.keyword_id}'`,
    );
    const points = body.history.flatMap(({ date, platforms }: { date: string; platforms: Record<string, number> }) =>
      Object.entries(platforms).map(([platform, score]) => `${date} ${platform} ${score}`),
    );
    expect(points.length).toBeGreaterThan(20);
    expect(points.sort()).toEqual(days.map((row) => `${row.day} ${row.platform} ${row.week_score}`).sort());
  }
});

test('a day with very many answers to a keyword is counted within a second', async () => {
  const prompts = Array.from({ length: 30_000 }, (_, answer) => 1 + (answer % 3));
  const mentions = [0, ...prompts.flatMap((prompt, answer) => (prompt === 2 ? [3 * answer + 1] : []))];
  const cited = [0, ...prompts.flatMap((prompt, answer) => (prompt === 3 ? [answer, 2] : []))];
  const value = JSON.stringify({ claude: [prompts, [mentions], [cited], 20_000, [2, 4, 5, 6]] });
  const none = { refused: 0, failed: 0, truncated: 0, named: 0, cited: 0 };
  const began = performance.now();
  const rows = await db.query(sql`select * from bi.day_cells(${value}, 0) order by prompt`);
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(rows).toEqual([
    { platform: 'claude', prompt: 1, valid: 10_000, ...none },
    { platform: 'claude', prompt: 2, valid: 10_000, ...none, refused: 5, failed: 6, truncated: 4, named: 10_000 },
    { platform: 'claude', prompt: 3, valid: 10_000, ...none, cited: 20_000 },
  ]);
});

test.each(['domain', 'page', 'query'])(
  'the answers behind a gap can be counted from the sources of answers: %s',
  async (kind) => {
    const missing = 'competitor_present and not brand_present';
    const [row] = await ask<{ keyword_id: string; source: string; answers: number }>(
      `select keyword_id, source, count(distinct answer_id)::integer as answers from answer_sources
     where kind = '${kind}' and ${missing} group by 1, 2 order by 3 desc limit 1`,
    );
    const name = kind === 'page' ? 'page_url' : kind;
    const query = new URLSearchParams({ keyword_id: `${row?.keyword_id}`, [name]: `${row?.source}`, gap: 'true' });
    const { body } = await call(server, `/api/v1/answers?${query}`, { key });
    expect(body.meta.total).toBe(row?.answers);
    expect(row?.answers).toBeGreaterThan(0);
  },
);

test('the role reads no table behind the views', async () => {
  const tables = await db.query<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  expect(tables.length).toBeGreaterThan(40);
  const readable = await ask<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and has_table_privilege(oid, 'select')",
  );
  // On a cluster, Citus lists tables, schemas and their sizes there.
  expect(readable.filter((row) => !/^citus_(tables|schemas)$/.test(row.name))).toEqual([]);
  await expect(ask('select * from public.api_keys')).rejects.toThrow('permission denied for table api_keys');
  await expect(ask('select * from public.bi_roles')).rejects.toThrow('permission denied');
});

test.each([
  "insert into keywords (keyword_id) values ('kw_x')",
  "update keywords set keyword = ''",
  'update usage set cost_usd = 0',
  'delete from visibility',
  "update public.bi_roles set workspace_id = ''",
  'create table public.mine (id text)',
  'create table bi.mine (id text)',
  'create view bi.mine as select 1',
])('the role cannot write, also when it lifts its own read-only setting: %s', async (statement) => {
  const tried = withClient(address, async (client) => {
    await client.query('set default_transaction_read_only = off');
    await client.query(statement);
  });
  await expect(tried).rejects.toThrow(/permission denied|cannot (insert|update|delete)/);
});

test('a function of the asker is handed no foreign row on the way', async () => {
  const told: string[] = [];
  const own = await withClient(address, async (client) => {
    client.on('notice', ({ severity, message }) => {
      if (severity === 'NOTICE') told.push(message ?? '');
    });
    await client.query('set default_transaction_read_only = off');
    await db.query(raw(`grant temporary on database ${new URL(url).pathname.slice(1)} to ${name}`));
    await client.query(`create function pg_temp.tell(text) returns boolean language plpgsql cost 0.0000001
                        as $$ begin raise notice '%', $1; return true; end $$`);
    const { rows } = await client.query<{ keyword_id: string }>(
      'select keyword_id from keywords where pg_temp.tell(keyword_id)',
    );
    return rows.map((row) => row.keyword_id);
  });
  expect(told.sort()).toEqual(own.sort());
  const [row] = await db.query<{ barriers: number }>(
    sql`select count(*)::integer as barriers
        from pg_class
        where relnamespace = 'bi'::regnamespace
          and 'security_barrier=true' = any(reloptions)`,
  );
  expect(row?.barriers).toBe(views.length);
});

test.each([
  'select pg_advisory_lock(4242)',
  'select pg_try_advisory_xact_lock_shared(1, 2)',
  'select lo_create(0)',
  "select lo_from_bytea(0, 'x')",
  'lock table visibility_locks.migration in access share mode',
])('the role may take nothing that others wait for, and store nothing: %s', async (statement) => {
  const tried = withClient(address, async (client) => {
    await client.query('set default_transaction_read_only = off');
    await client.query('begin');
    await client.query(statement);
  });
  await expect(tried).rejects.toThrow('permission denied');
});

test('the role makes no temporary tables', async () => {
  const { address: other } = await givenRole('temp');
  const tried = withClient(other, async (client) => {
    await client.query('set default_transaction_read_only = off');
    await client.query('create temp table mine (id text)');
  });
  await expect(tried).rejects.toThrow('permission denied to create temporary tables');
});

async function givenRole(ending: string) {
  const role = `${name}_${ending}`;
  const text = await give(role, 'test');
  onTestFinished(async () => {
    await drop(role).catch(() => {});
  });
  return { role, address: addressIn(text) };
}

async function makeLargeObject(as: string): Promise<void> {
  await withClient(as, async (client) => {
    await client.query('set default_transaction_read_only = off');
    await client.query('select lo_create(0)');
  });
}

test('a role that owns large objects is dropped with them, and its open session ends', async () => {
  const { role, address: as } = await givenRole('owner');
  // As in a database whose functions we may not close.
  await db.query(raw(`grant execute on function lo_create(oid) to ${role}`));
  await makeLargeObject(as);
  const client = new pg.Client({ connectionString: as });
  const ended = new Promise<string>((resolve) => client.on('error', ({ message }) => resolve(message)));
  await client.connect();
  expect(await drop(role)).toBe(`Dropped ${role}.`);
  expect(await ended).toContain('terminating connection due to administrator command');
  expect(await db.query(sql`select from pg_roles where rolname = ${role}`)).toEqual([]);
  expect(await db.query(sql`select from pg_largeobject_metadata`)).toEqual([]);
});

test('a role that owns something in another database reads nothing, says what remains, and is dropped later', async () => {
  const { role, address: as } = await givenRole('elsewhere');
  const elsewhere = (address: string) => Object.assign(new URL(address), { pathname: '/postgres' }).href;
  await makeLargeObject(elsewhere(as));
  const dropIt = () => drop(role);
  for (let tries = 0; tries < 2; tries++) {
    await expect(dropIt()).rejects.toThrow(
      new SetupError(
        `${role} can no longer sign in or read data, but the role still owns 1 object in database postgres. Run "drop owned by ${role}" in that database, then visibility bi drop ${role} again.`,
      ),
    );
  }
  await expect(ask('select 1', as)).rejects.toThrow(`role "${role}" is not permitted to log in`);
  expect(await listRoles(service)).toMatch(new RegExp(`${role} +being dropped`));
  await expect(give(role, 'test')).rejects.toThrow(
    `${role} is being dropped. Finish that first: visibility bi drop ${role}`,
  );
  await ask(`drop owned by ${role}`, elsewhere(url));
  expect(await dropIt()).toBe(`Dropped ${role}.`);
});

test('a statement of the role ends after a minute', async () => {
  expect(await ask('show statement_timeout')).toEqual([{ statement_timeout: '1min' }]);
  expect(await ask('show default_transaction_read_only')).toEqual([{ default_transaction_read_only: 'on' }]);
});

test('the same command again gives a new password, the old one ends', async () => {
  const other = `${name}_live`;
  const first = addressIn(await give(other, 'live'));
  const second = addressIn(await give(other, 'live'));
  await expect(ask('select 1', first)).rejects.toThrow('password authentication failed');
  expect(await ask('select 1 as one', second)).toEqual([{ one: 1 }]);
  expect(await listRoles(service)).toContain(other);
  await expect(give(other, 'test')).rejects.toThrow(
    `${other} already reads another workspace. Drop it first: visibility bi drop ${other}`,
  );
  expect(await drop(other)).toBe(`Dropped ${other}.`);
  await expect(ask('select 1', second)).rejects.toThrow('password authentication failed');
});

test.each([
  ['role', 'Robert"; drop table', 'Use lowercase letters, digits and _'],
  ['role', 'pg_monitor', 'Invalid role name "pg_monitor"'],
  ['role', 'visibility', 'already has a role visibility that was not created by this command'],
  ['drop', 'visibility', 'Role visibility not found'],
  ['drop', 'pg_monitor', 'Invalid role name "pg_monitor"'],
])('what cannot be done is said in a sentence: %s %s', async (action, role, says) => {
  await expect(action === 'role' ? give(role, 'live') : drop(role)).rejects.toThrow(says);
});

test('docs/bi.md lists every view and column as the database has them', async () => {
  const path = fileURLToPath(new URL('../../docs/bi.md', import.meta.url));
  const [introduction = ''] = readFileSync(path, 'utf8').split(/^## Views$/m);
  // After a change of the views or of their meanings: npx vitest run -u --project integration server/test/bi-views.test.ts
  await expect(introduction + biReference(await readCatalog())).toMatchFileSnapshot(path);
});
