import { createHash } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SetupError } from '../../base/errors.ts';
import { canEnter, chooseRunAs } from './run-as.ts';

export interface DataFolderSettings {
  /** As the operator wrote it; undefined: `data` beside the checkout. */
  configured: string | undefined;
  checkout: string;
  /** Whether PostgreSQL's files will lie here too. */
  holdsDatabase: boolean;
}

/** The folder for secrets and, without DATABASE_URL, for PostgreSQL. Made if missing. */
export function openDataFolder({ configured, checkout, holdsDatabase }: DataFolderSettings): string {
  const wanted = resolve(configured ?? join(checkout, 'data'));
  const existing = existingPart(wanted);
  if (!statSync(existing).isDirectory()) throw cannotWrite(wanted, 'ENOTDIR');
  const runAs = holdsDatabase ? chooseRunAs(join(wanted, 'postgres')) : undefined;
  if (canEnter(existing, runAs)) return makeFolder(wanted);

  if (configured !== undefined) {
    throw new SetupError(
      `DATA_DIR ${wanted} cannot be entered by the user PostgreSQL runs as (uid ${runAs?.uid}). ` +
        'Let others enter its parent folders (chmod o+x), or choose another DATA_DIR.',
    );
  }
  // Root in a folder others cannot enter, such as /root: PostgreSQL has to live elsewhere.
  const elsewhere = join('/var/lib/visibility', createHash('sha256').update(checkout).digest('hex').slice(0, 8));
  return makeFolder(elsewhere);
}

function existingPart(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingPart(dirname(folder));
}

function makeFolder(folder: string): string {
  try {
    makeWithParents(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    return folder;
  } catch (error) {
    throw cannotWrite(folder, (error as NodeJS.ErrnoException).code);
  }
}

function cannotWrite(folder: string, code: string | undefined): SetupError {
  return new SetupError(
    `DATA_DIR ${folder} cannot be written (${code}). Make it writable, or set DATA_DIR to a folder that is.`,
  );
}

/** One level at a time: Node's own `recursive` never comes back from a file system that refuses, such as /proc. */
function makeWithParents(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) makeWithParents(dirname(folder));
  try {
    mkdirSync(folder);
    // What we make for root others may pass through, to PostgreSQL's own folder, which is 0700, but not list.
    if (process.getuid?.() === 0) chmodSync(folder, 0o711);
  } catch (error) {
    // Another process may have made it a moment ago.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
