import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../../scripts/postgres.mjs';
import { takeSteps } from '../../src/store/system/distribute.ts';
import { migrate } from '../../src/store/system/migrate.ts';
import { databaseUrl, onServer, TEMPLATE } from './database-url.ts';

interface Running {
  url: string;
  stop(): Promise<void>;
}

/** Of all projects of this run. Each of them loads this file again. */
const run = globalThis as { testPostgres?: { running: Promise<Running>; projects: number } };

/** One PostgreSQL for the whole run: a sandbox that was filled for one project is copied for the others. */
export default async function setup(project: TestProject) {
  run.testPostgres ??= { running: start(project.getProvidedContext()), projects: 0 };
  const shared = run.testPostgres;
  shared.projects++;
  const { url, stop } = await shared.running;
  project.provide('postgresUrl', url);
  return async () => {
    if (--shared.projects > 0) return;
    delete run.testPostgres;
    await stop();
  };
}

/** A PostgreSQL with a migrated template that every test file clones. */
async function start({ citusUrl, clockShiftMs, statementsFolder }: ProvidedContext): Promise<Running> {
  const dataDir = mkdtempSync(join(tmpdir(), 'visibility test '));
  chmodSync(dataDir, 0o711);
  mkdirSync(statementsFolder, { recursive: true });
  const postgres = citusUrl ? { url: citusUrl, stop: async () => {} } : await startPostgres(dataDir);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  // Nothing here has to survive a power cut.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await client.query(`alter system set ${setting} = off`);
  }
  await client.query(`alter system set search_path = public, test_clock, pg_catalog`);
  await client.query('select pg_reload_conf()');
  await setClock(databaseUrl(postgres.url, 'template1'), clockShiftMs);
  await client.query(`create database ${TEMPLATE}`);
  await client.query('create table filled_sandboxes (name text, filled jsonb)');
  await client.end();
  await migrate(databaseUrl(postgres.url, TEMPLATE));
  if (citusUrl) await distributeTemplate(citusUrl);
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      for (const folder of [dataDir, statementsFolder]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** On a node of Citus that has all shards itself, so that a clone of the template has them too. */
async function distributeTemplate(serverUrl: string): Promise<void> {
  await onServer(databaseUrl(serverUrl, TEMPLATE), async (client) => {
    await client.query('create extension citus');
    const { hostname, port } = new URL(serverUrl);
    await client.query(`select citus_set_coordinator_host('${hostname}', ${port})`);
    await client.query(`select citus_set_node_property('${hostname}', ${port}, 'shouldhaveshards', true)`);
    await takeSteps(client, 'distribute');
  });
  await onServer(serverUrl, async (client) => {
    // Citus keeps a connection to each of its databases, and one that is in use cannot be cloned.
    await client.query(`alter database ${TEMPLATE} allow_connections false`);
    await client.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${TEMPLATE}'`);
  });
}

/** Every database made from now on has functions of its own for the time; the search path finds them before PostgreSQL's. */
async function setClock(template: string, shiftMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: template });
  await client.connect();
  await client.query('create schema test_clock');
  await client.query('grant usage on schema test_clock to public');
  for (const [name, volatility] of [
    ['now', 'stable'],
    ['clock_timestamp', 'volatile'],
  ]) {
    await client.query(
      `create function test_clock.${name}() returns timestamptz language sql ${volatility} parallel safe
       return pg_catalog.${name}() + interval '${shiftMs} milliseconds'`,
    );
  }
  await client.end();
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    clockShiftMs: number;
    statementsFolder: string;
    seed: string;
    /** Empty: the tests run on the built-in PostgreSQL. */
    citusUrl: string;
  }
}
