import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDb, sql } from '../../src/store/db.ts';
import { findBinaries } from '../../src/store/embedded/binaries.ts';
import { clusterIn } from '../../src/store/embedded/cluster.ts';
import { launchPostgres } from '../../src/store/embedded/launch.ts';
import { startEmbeddedPostgres } from '../../src/store/embedded/postgres.ts';
import { chooseRunAs } from '../../src/store/embedded/run-as.ts';
import { migrate } from '../../src/store/system/migrate.ts';
import { freePort } from './server-process.ts';

/** A PostgreSQL of its own and a streaming replica of it. */
export async function startReplicatedPostgres() {
  const [first, second] = [newFolder(), newFolder()];
  const seed = await startEmbeddedPostgres(first);
  await migrate(seed.url);
  await seed.stop();
  const [from, to] = [clusterIn(first), clusterIn(second)];
  execFileSync('cp', ['-a', from.files, to.files]);
  copyFileSync(from.password, to.password);
  const primary = await startEmbeddedPostgres(first);

  const url = new URL(primary.url);
  const conninfo = `host=127.0.0.1 port=${url.port} user=${url.username} password=${decodeURIComponent(url.password)}`;
  writeFileSync(join(to.files, 'standby.signal'), '');
  appendFileSync(join(to.files, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  const runAs = chooseRunAs(to.files);
  const binaries = await findBinaries(runAs, join(second, 'postgres-binaries'));
  const port = await freePort();
  const replica = launchPostgres(to, binaries, { port, runAs, socketFolder: undefined });
  url.port = String(port);
  url.search = '';
  await untilStreaming(url.href);
  return {
    primaryUrl: primary.url,
    replicaUrl: url.href,
    stopReplica: () => replica.stop(),
    async stop() {
      await replica.stop();
      await primary.stop();
      for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'visibility replica '));
  chmodSync(folder, 0o711);
  return folder;
}

async function untilStreaming(url: string): Promise<void> {
  const db = openDb({ url });
  for (;;) {
    const rows = await db.query(sql`select from pg_stat_wal_receiver where status = 'streaming'`).catch(() => []);
    if (rows.length > 0) break;
    await sleep(50);
  }
  await db.close();
}
