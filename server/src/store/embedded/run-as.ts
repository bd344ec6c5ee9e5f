import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { SetupError } from '../../base/errors.ts';

/** The user that runs PostgreSQL if we are root, because PostgreSQL refuses to run as root. Undefined: our own user. */
export interface RunAs {
  uid: number;
  gid: number;
}

/** Prefers the owner of existing data, so that the data stays accessible if a `postgres` user is added later. */
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
    'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody". ' +
      'Start as a normal user, or set DATABASE_URL to a running PostgreSQL.',
  );
}

/** Whether that user can access a folder. Tested rather than computed, because modes, groups and mounts all matter. */
export function canEnter(folder: string, runAs: RunAs | undefined): boolean {
  if (!runAs) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0;
}

export function canRun(program: string, runAs: RunAs | undefined): boolean {
  return spawnSync(program, ['--version'], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0;
}
