import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../../base/errors.ts';
import type { Binaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

/** The paths of one PostgreSQL cluster. */
export interface Cluster {
  dataDir: string;
  files: string;
  password: string;
  log: string;
}

export const SUPERUSER = 'visibility';

export function clusterIn(dataDir: string): Cluster {
  return {
    dataDir,
    files: join(dataDir, 'postgres'),
    password: join(dataDir, 'postgres-password'),
    log: join(dataDir, 'postgres.log'),
  };
}

/** Creates the files of a new, empty cluster. If interrupted, it leaves nothing that looks complete. */
export async function createCluster(cluster: Cluster, binaries: Binaries, runAs: RunAs | undefined): Promise<void> {
  removeLeftovers(cluster);
  const half = `${cluster.files}.new-${process.pid}`;
  const passwordCopy = `${cluster.password}.new-${process.pid}`;
  const password = existsSync(cluster.password)
    ? readFileSync(cluster.password, 'utf8')
    : randomBytes(24).toString('base64url');
  writeFileSync(cluster.password, password, { mode: 0o600 });
  writeFileSync(passwordCopy, password, { mode: 0o600 });
  mkdirSync(half, { mode: 0o700 });
  if (runAs) {
    chownSync(half, runAs.uid, runAs.gid);
    chownSync(passwordCopy, runAs.uid, runAs.gid);
  }
  try {
    await run(
      binaries.initdb,
      [
        `--pgdata=${half}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordCopy}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--locale=C.UTF-8',
      ],
      runAs,
    );
    try {
      renameSync(half, cluster.files);
    } catch (error) {
      // Another process that started at the same time was first. Its files are used.
      if (!existsSync(cluster.files)) throw error;
    }
  } finally {
    rmSync(passwordCopy, { force: true });
    rmSync(half, { recursive: true, force: true });
  }
}

function removeLeftovers({ dataDir }: Cluster): void {
  for (const name of readdirSync(dataDir)) {
    const pid = /^postgres(?:-password)?\.new-(\d+)$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function run(program: string, args: string[], runAs: RunAs | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // C.UTF-8 may be missing on the machine. The cluster's own locale is built into PostgreSQL.
    const child = spawn(program, args, {
      ...runAs,
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (text) => {
      complaint += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new SetupError(`PostgreSQL could not create its files: ${complaint.trim().split('\n').at(-1)}`));
    });
  });
}
