import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { platform, totalmem } from 'node:os';
import type { Binaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import type { RunAs } from './run-as.ts';

export interface Launched {
  /** Resolves with PostgreSQL's last log line when it ends. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

/**
 * A shell between us and PostgreSQL that waits on a pipe we hold open. If our process ends in any way, including kill
 * -9, the pipe closes and the shell stops PostgreSQL. It costs one idle shell.
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
  { port, runAs, socketFolder }: { port: number; runAs: RunAs | undefined; socketFolder: string | undefined },
): Launched {
  const settings = {
    listen_addresses: '127.0.0.1',
    // Quoted, because a comma or a space would otherwise end the name.
    unix_socket_directories: socketFolder === undefined ? '' : `"${socketFolder.replaceAll('"', '""')}"`,
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: '100',
    shared_buffers: `${sharedMegabytes()}MB`,
    // Statements are short and touch few rows, so compiling them costs more than running them.
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
    // In its own session: Ctrl-C must reach the workers first, and PostgreSQL only after they have finished.
    detached: true,
    stdio: ['ignore', log, log, 'pipe'],
  });
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', () => {
      // If PostgreSQL is killed, the shell's pipe reader keeps running until the pipe is closed.
      child.stdio[3]?.destroy();
      resolve(lastWords(cluster.log, logStart));
    });
  });
  child.unref();
  const stop = async () => {
    child.ref();
    if (guarded) child.stdio[3]?.destroy();
    else child.kill('SIGINT');
    await ended;
  };
  return { ended, stop };
}

/**
 * An eighth of the memory, at least PostgreSQL's default. It is only used as data is read. With 128 MB, a page in the
 * middle of 50,000 matches took three times as long.
 */
function sharedMegabytes(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || totalmem());
  return Math.min(1_024, Math.max(128, Math.floor(memory / 8 / 1024 ** 2)));
}

const LARGEST_LOG = 10 * 1024 * 1024;

/** A large log is truncated at start. It is only needed to find out why PostgreSQL does not start. */
function isLarge(log: string): boolean {
  return (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG;
}

function lastWords(log: string, from: number): string {
  if (!existsSync(log)) return `${log} is missing`;
  const lines = readFileSync(log).subarray(from).toString('utf8').trim().split('\n');
  const fatal = lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line));
  return (fatal ?? lines.at(-1) ?? '').replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '');
}
