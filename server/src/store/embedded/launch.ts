import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import type { Binaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import type { RunAs } from './run-as.ts';

export interface Launched {
  /** Resolves with PostgreSQL's last words when it ends. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

/**
 * The guard between us and PostgreSQL: it waits on a pipe that we hold open. However we end, kill -9 included,
 * the pipe closes and the guard shuts PostgreSQL down. It costs one idle shell.
 */
const GUARD = `
"$@" 3<&- &
server=$!
( cat <&3 >/dev/null; kill -INT $server ) &
watcher=$!
exec 3<&-
wait $server
code=$?
kill $watcher 2>/dev/null
exit $code
`;

export function launchPostgres(
  cluster: Cluster,
  { postgres }: Binaries,
  { port, runAs }: { port: number; runAs: RunAs | undefined },
): Launched {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: '100',
    // Short statements over few rows: compiling them costs more than running them.
    jit: 'off',
    max_wal_size: '512MB',
    wal_compression: 'on',
  };
  const args = ['-D', cluster.files, '-p', String(port)];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);

  const log = openSync(cluster.log, isLarge(cluster.log) ? 'w' : 'a', 0o600);
  const logStart = statSync(cluster.log).size;
  const guarded = platform() !== 'win32';
  const child = spawn(guarded ? '/bin/sh' : postgres, guarded ? ['-c', GUARD, 'sh', postgres, ...args] : args, {
    ...runAs,
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
    // In a session of its own: Ctrl-C must reach the workers first, and PostgreSQL only when they are done.
    detached: true,
    stdio: ['ignore', log, log, 'pipe'],
  });
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', () => {
      // The guard's reader of the pipe outlives a PostgreSQL that was killed, until the pipe is closed.
      child.stdio[3]?.destroy();
      resolve(lastWords(cluster.log, logStart));
    });
  });
  child.unref();
  return { ended, stop: () => stopChild(child, guarded, ended) };
}

const LARGEST_LOG = 10 * 1024 * 1024;

/** The log begins anew at a start when it has grown; it is for finding out why PostgreSQL does not start. */
function isLarge(log: string): boolean {
  return (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG;
}

async function stopChild(child: ChildProcess, guarded: boolean, ended: Promise<string>): Promise<void> {
  child.ref();
  if (guarded) child.stdio[3]?.destroy();
  else child.kill('SIGINT');
  await ended;
}

function lastWords(log: string, from: number): string {
  if (!existsSync(log)) return `${log} is missing`;
  const lines = readFileSync(log).subarray(from).toString('utf8').trim().split('\n');
  const fatal = lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line));
  return (fatal ?? lines.at(-1) ?? '').replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '');
}
