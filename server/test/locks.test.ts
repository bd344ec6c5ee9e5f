import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createAccountWithSandbox } from '../src/sandbox/create.ts';
import { firstAccount, lockForFirstAccount } from '../src/store/accounts/accounts.ts';
import { raw, sql } from '../src/store/db.ts';
import { claimMail } from '../src/store/mail/outbox.ts';
import { knownMigrations, migrate } from '../src/store/system/migrate.ts';
import { ensurePartitions } from '../src/store/system/partitions.ts';
import { useDatabase } from './support/database.ts';
import { databaseUrl } from './support/database-url.ts';

const { db, url } = useDatabase();

async function connected(to = url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: to });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('advisory locks of another session hold nothing up', async () => {
  const client = await connected();
  await client.query('select pg_advisory_lock(4242)');
  for (const name of ['first account', 'partitions', 'mail_outbox claim']) {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
  }
  const impatient = new URL(url);
  impatient.searchParams.set('options', '-c lock_timeout=300');
  expect(await migrate(impatient.href)).toEqual([]);
  await db.transaction(async (tx) => {
    await tx.query(sql`set local lock_timeout = 300`);
    await lockForFirstAccount(tx);
    expect(await firstAccount(tx)).toBeUndefined();
    await createAccountWithSandbox(tx, { name: 'First', historyDays: 0 });
  });
  await ensurePartitions(db, '2031-01-01', '2031-01-31');
  expect(await claimMail(db, { limit: 1, leaseSeconds: 1 })).toEqual([]);
});

test('a process that waits in vain for another one to migrate says which', async () => {
  const client = await connected();
  await client.query('begin; lock table visibility_locks.migration in exclusive mode');
  const { rows } = await client.query('select pg_backend_pid() as pid, current_user as role');
  await expect(migrate(url, { lockTimeoutMs: 50 })).rejects.toThrow(
    `Another visibility process is migrating the database (PostgreSQL process ${rows[0].pid}, role ${rows[0].role}). Wait until it has finished, then try again.`,
  );
});

test('a migration that waits in vain for another session says which, and is applied later', async () => {
  const name = '0010_bi_views.sql';
  await db.query(sql`delete from migrations where name = ${name}`);
  await db.query(raw('drop schema bi cascade'));
  await db.query(raw('drop function close_to_readers()'));
  await db.query(raw('drop table bi_roles'));
  const client = await connected();
  // A new table that refers to workspaces waits for those who are changing one.
  await client.query('begin; delete from workspaces where false');
  const { rows } = await client.query('select pg_backend_pid() as pid');
  await expect(migrate(url, { lockTimeoutMs: 50 })).rejects.toThrow(
    new RegExp(`^The database cannot be migrated while another session .*process ${rows[0].pid}, role `),
  );
  await client.query('commit');
  expect(await migrate(url)).toEqual([name]);
});

test('a database from before the first release is left as it is, with the way to move its data', async () => {
  const rename = (from: string, to: string) =>
    db.query(sql`update migrations set name = ${to} where name = ${from} returning 1`);
  expect(await rename('0001_accounts.sql', '0001_accounts_and_access.sql')).toHaveLength(1);
  onTestFinished(async () => void (await rename('0001_accounts_and_access.sql', '0001_accounts.sql')));
  await expect(migrate(url)).rejects.toThrow(
    'The database was created before version 1.0.0-rc.1 and cannot be upgraded: export the answers of each workspace with the commit that created it (visibility export answers > answers.ndjson), then start with an empty database, set up brand and keywords, and import the files (visibility ingest answers.ndjson).',
  );
  expect(await db.query(sql`select from migrations where name = '0001_accounts.sql'`)).toEqual([]);
});

test('processes that start at once on an empty database apply every migration once', async () => {
  const server = await connected(inject('postgresUrl'));
  const name = `empty_${process.pid}`;
  await server.query(`create database ${name}`);
  onTestFinished(async () => void (await server.query(`drop database ${name} with (force)`)));
  const empty = databaseUrl(inject('postgresUrl'), name);
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(empty)));
  expect(applied.flat().sort()).toEqual(knownMigrations().map((one) => one.name));
});

test('the lock of the process that stops PostgreSQL holds up neither vacuum nor analyze', async () => {
  const client = await connected();
  await client.query('begin; lock table visibility_locks.postgres_owner in exclusive mode');
  const { rows } = await client.query('select pg_backend_pid() as pid');
  expect(
    await db.query(sql`select backend_xid, backend_xmin from pg_stat_activity where pid = ${rows[0].pid}`),
  ).toEqual([{ backend_xid: null, backend_xmin: null }]);
  await db.query(raw('analyze'));
});
