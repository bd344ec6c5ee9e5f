import { createHash } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SetupError } from '../../base/errors.ts';
import { canEnter, chooseRunAs } from './run-as.ts';

export interface DataFolderSettings {
  /** As set by the operator. Undefined: `data` in the checkout. */
  configured: string | undefined;
  checkout: string;
  /** Whether PostgreSQL's files will be stored here too. */
  holdsDatabase: boolean;
}

/** The folder for secrets and, without DATABASE_URL, for PostgreSQL. Created if missing. */
export function openDataFolder({ configured, checkout, holdsDatabase }: DataFolderSettings): string {
  const wanted = resolve(configured ?? join(checkout, 'data'));
  const existing = existingPart(wanted);
  if (!statSync(existing).isDirectory()) throw cannotWrite(wanted, 'ENOTDIR');
  const runAs = holdsDatabase ? chooseRunAs(join(wanted, 'postgres')) : undefined;
  if (canEnter(existing, runAs)) return makeFolder(wanted);

  if (configured !== undefined) {
    throw new SetupError(
      `The user that runs PostgreSQL (uid ${runAs?.uid}) cannot access DATA_DIR ${wanted}. ` +
        'Allow access to its parent folders (chmod o+x), or choose another DATA_DIR.',
    );
  }
  // Root in a folder that others cannot access, such as /root: PostgreSQL needs another folder.
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
    `DATA_DIR ${folder} cannot be written (${code}). Make it writable, or set DATA_DIR to another folder.`,
  );
}

/** One level at a time: Node's `recursive` never returns on a file system that refuses, such as /proc. */
function makeWithParents(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) makeWithParents(dirname(folder));
  try {
    mkdirSync(folder);
    // For root: other users may pass through to PostgreSQL's own folder, which is 0700, but not list.
    if (process.getuid?.() === 0) chmodSync(folder, 0o711);
  } catch (error) {
    // Another process may have just created it.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
