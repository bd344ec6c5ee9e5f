// The PostgreSQL of tests and benchmarks: the built-in one or, with POSTGRES_BIN, the one in that folder of programs, with
// its default settings, as an operator's own may be.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../server/dist/store/embedded/postgres.js';
import { chooseRunAs } from '../server/dist/store/embedded/run-as.js';
import { answers } from './citus.mjs';
import { freePort } from './drills/stage.mjs';

/** Its files are in `folder`, in `postgres`. */
export async function startPostgres(folder) {
  const { POSTGRES_BIN: bin } = process.env;
  if (!bin) return startEmbeddedPostgres(folder);
  const files = join(folder, 'postgres');
  mkdirSync(files, { mode: 0o700 });
  const runAs = chooseRunAs(files);
  if (runAs) chownSync(files, runAs.uid, runAs.gid);
  const as = { ...runAs, cwd: '/' };
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', files, '-U', 'visibility', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...as, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`POSTGRES_BIN: ${made.error?.message ?? made.stderr}`);
  const port = await freePort();
  const args = ['-D', files, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const child = spawn(join(bin, 'postgres'), args, { ...as, stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  process.once('exit', () => child.kill('SIGINT'));
  const url = `postgres://visibility@127.0.0.1:${port}/postgres`;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error('POSTGRES_BIN: PostgreSQL did not start');
    await sleep(50);
  }
  return {
    url,
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}
