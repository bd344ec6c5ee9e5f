import type pg from 'pg';
import { SetupError } from '../../base/errors.ts';
import { raw, type Sql } from '../db.ts';

const LOCKS = ['migration', 'first_account', 'partitions', 'mail_claim', 'postgres_owner', 'retention'] as const;
type Lock = (typeof LOCKS)[number];

/**
 * Held until the transaction ends. A lock is an empty view in a schema that only our own user may use: any role that
 * can connect could take an advisory lock and stop the whole service. In this mode a held lock needs no transaction id,
 * so vacuum continues even if a process holds it for its whole life. A table would make `analyze` wait for it.
 */
export function takeLock(name: Lock): Sql {
  return raw(`lock table visibility_locks.${name} in exclusive mode`);
}

/** Creates what `takeLock` needs. Works on an empty database, even if several processes run it concurrently. */
export async function createLocks(client: pg.Client): Promise<void> {
  for (let tries = 1; ; tries++) {
    const missing = await missingLocks(client);
    if (missing.length === 0) return;
    try {
      const views = missing.map((name) => `create view visibility_locks.${name} as select 1 as lock`);
      // Sent as one text, it is one transaction.
      await client.query(['create schema if not exists visibility_locks', ...views].join('; '));
    } catch (error) {
      // Neither statement sees what another transaction is creating.
      if (!CREATED_MEANWHILE.includes((error as { code?: string }).code ?? '') || tries === 5) throw error;
    }
  }
}

async function missingLocks(client: pg.Client): Promise<Lock[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = to_regnamespace('visibility_locks')",
  );
  return LOCKS.filter((name) => !rows.some((row) => row.name === name));
}

const CREATED_MEANWHILE = ['23505', '42P06', '42P07'];
const LOCK_TIMEOUT = '55P03';

export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string }).code === LOCK_TIMEOUT;
}

/** After a lock timeout: which session holds the lock, and what to do. */
export async function describeHolder(client: pg.Client): Promise<SetupError> {
  await client.query('rollback');
  const { rows } = await client.query<{ pid: number; role: string; migrates: boolean }>(
    `select a.pid, a.usename as role, bool_or(l.relation = 'visibility_locks.migration'::regclass) as migrates
     from pg_locks l
     join pg_stat_activity a using (pid)
     where l.granted
       and l.locktype = 'relation'
       and l.database = (select oid from pg_database where datname = current_database())
       and l.relation <> 'visibility_locks.postgres_owner'::regclass
       and l.pid <> pg_backend_pid()
     group by a.pid, a.usename, a.xact_start
     order by migrates desc, a.xact_start
     limit 1`,
  );
  const [holder] = rows;
  if (!holder) return new SetupError('The database was locked for too long. Try again.');
  const who = `PostgreSQL process ${holder.pid}, role ${holder.role}`;
  return new SetupError(
    holder.migrates
      ? `Another visibility process is migrating the database (${who}). Wait until it has finished, then try again.`
      : `The database cannot be migrated while another session holds locks on its tables (${who}). Wait until it has finished, or end it: select pg_terminate_backend(${holder.pid})`,
  );
}
