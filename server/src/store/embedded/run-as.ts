import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { SetupError } from '../../base/errors.ts';

/** The user PostgreSQL runs as when we are root, which it refuses to run as. Undefined: ourselves. */
export interface RunAs {
  uid: number;
  gid: number;
}

/** Prefers the owner of existing data, so that a machine that gains a `postgres` user later still opens it. */
export function chooseRunAs(existingData: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(existingData, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };

  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = users.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new SetupError(
    'PostgreSQL does not run as root, and neither a user "postgres" nor "nobody" exists here. ' +
      'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL that already runs.',
  );
}

/** Whether that user can get into a folder. Tried, not computed: modes, groups and mounts all have a say. */
export function canEnter(folder: string, runAs: RunAs | undefined): boolean {
  if (!runAs) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0;
}

export function canRun(program: string, runAs: RunAs | undefined): boolean {
  return spawnSync(program, ['--version'], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0;
}
