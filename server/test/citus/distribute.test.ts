import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { SetupError } from '../../src/base/errors.ts';
import { run } from '../../src/commands/distribute.ts';
import { cluster } from '../../src/commands/doctor-database.ts';
import type { Service } from '../../src/commands/open.ts';
import { verifyWorkspace } from '../../src/commands/verify.ts';
import { raw, sql } from '../../src/store/db.ts';
import { migrate } from '../../src/store/system/migrate.ts';
import { ensurePartitions } from '../../src/store/system/partitions.ts';
import { FACTS } from '../../src/store/system/table-places.ts';
import { workspaceOf } from '../../src/store/workspaces/workspaces.ts';
import { call, givenAccount, useApp } from '../support/app.ts';
import { callWith } from '../support/call.ts';
import { useDatabase } from '../support/database.ts';
import { visibility } from '../support/server-process.ts';

const { db, url } = useDatabase();
const server = useApp(db);

let account: Awaited<ReturnType<typeof givenAccount>>;
const distribute = (options: { undo?: boolean; yes?: boolean } = {}, doors = {}) =>
  run({ databaseUrl: url } as Service, callWith({ undo: false, yes: true, ...options }, []), {
    print: () => {},
    ...doors,
  });

beforeAll(async () => {
  account = await givenAccount(server.deps, { historyDays: 9 });
});

const placed = async () => {
  const rows = await db.query<{ name: string }>(
    sql`select logicalrelid::text as name
        from pg_dist_partition
        join pg_class on pg_class.oid = logicalrelid
        where not relispartition and partmethod = 'h'
        group by colocationid, logicalrelid
        order by name`,
  );
  return rows.map((row) => row.name);
};
const differences = async () => {
  const workspace = await workspaceOf(db, account.accountId, 'test');
  const summary = await verifyWorkspace(db, workspace, { keywords: [], onResult: () => {} });
  expect(summary.answers).toBeGreaterThan(100);
  return summary.differences;
};

test('all facts are distributed beside each other, nothing is left to do, and no copy stays behind', async () => {
  expect(await placed()).toEqual([...FACTS].sort());
  expect(await distribute()).toBe('Nothing to do: all data is distributed.');
  expect(await differences()).toBe(0);
});

test('a run that is killed is continued by the next one, and undo brings all of it back', async () => {
  const answers = sql`select count(*)::integer as count, max(answer_id) as last from answers`;
  const before = await db.query(answers);
  expect(await distribute({ undo: true })).toBe('All data is on the coordinator.');
  expect(await placed()).toEqual([]);
  expect(await db.query(answers)).toEqual(before);
  expect(await differences()).toBe(0);

  const { child, finished } = visibility(['distribute', '--yes'], { DATABASE_URL: url });
  child.stderr?.on('data', (text) => {
    if (/^Distribute mentions/m.test(String(text))) child.kill('SIGKILL');
  });
  await finished;
  const half = await placed();
  expect(half).toContain('keywords');
  expect(half.length).toBeLessThan(FACTS.length);

  expect(await distribute()).toBe('All data is distributed.');
  expect(await placed()).toEqual([...FACTS].sort());
  expect(await db.query(answers)).toEqual(before);
  const [left] = await db.query<{ bytes: number }>(
    sql`select sum(pg_relation_size(relid))::integer as bytes from pg_partition_tree('answers')`,
  );
  expect(left?.bytes).toBe(0);
  expect(await differences()).toBe(0);
});

test('an unknown table is refused before anything moves', async () => {
  await db.query(sql`create table strange (id text)`);
  onTestFinished(async () => {
    await db.query(sql`drop table strange`);
  });
  await expect(distribute({ undo: true })).rejects.toThrow(
    new SetupError(
      'The database has tables that this version does not know: strange. Move them to another schema. Nothing was changed.',
    ),
  );
  expect(await placed()).toEqual([...FACTS].sort());
});

test('it shows the steps and asks; any other answer than yes changes nothing', async () => {
  const printed: string[] = [];
  const doors = { ask: async () => 'no', print: (text: string) => printed.push(text) };
  await expect(distribute({ undo: true, yes: false }, doors)).rejects.toThrow('Nothing was changed.');
  expect(printed.join()).toContain('  Move keywords back to the coordinator');
  expect(await placed()).toEqual([...FACTS].sort());
});

test('a table and a view that a migration adds are placed when it is applied', async () => {
  await db.query(sql`select undistribute_table('removed_months')`);
  await db.query(sql`create or replace view bi.keywords with (security_barrier) as
    select keyword_id, keyword, status, tags, country, language, created_at, updated_at
    from public.keywords
    where workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)`);
  await migrate(url);
  expect(await placed()).toEqual([...FACTS].sort());
  expect(await distribute()).toBe('Nothing to do: all data is distributed.');
});

test('new months are distributed too', async () => {
  await ensurePartitions(db, '2031-01-01', '2031-01-31');
  const [row] = await db.query<{ count: number }>(
    sql`select count(*)::integer as count from pg_dist_partition where logicalrelid::text like '%\_203101'`,
  );
  expect(row?.count).toBe(5);
});

test('readiness details and doctor name a worker that does not respond, and the service stays ready', async () => {
  expect((await call(server, '/readyz')).body).toEqual({ status: 'ok', cluster: { workers: 0, unreachable: [] } });
  await db.query(raw(`select citus_add_inactive_node('127.0.0.1', 1)`));
  onTestFinished(async () => {
    await db.query(raw(`select citus_remove_node('127.0.0.1', 1)`));
  });
  const { status, body } = await call(server, '/readyz');
  expect([status, body.cluster]).toEqual([200, { workers: 1, unreachable: ['127.0.0.1:1'] }]);
  expect((await cluster(db))?.message).toContain('1 of 1 workers do not respond: 127.0.0.1:1.');
});
