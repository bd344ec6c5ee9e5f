import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SetupError } from '../base/errors.ts';
import type { Storage } from './storage.ts';

/** An archive in a folder. Only its owner can read it. */
export function fileStorage(folder: string): Storage {
  return {
    url: pathToFileURL(folder).href,
    names: () => namesIn(folder),
    read: (name) => readIfAny(join(folder, name)),
    write: (name, content) => writeDurably(join(folder, name), content),
  };
}

async function* namesIn(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    throw failed('read', folder, error);
  });
  for (const entry of entries) {
    if (entry.isFile()) yield relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
  }
}

async function readIfAny(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw failed('read', path, error);
  }
}

/** Synced before and after the new name, because the database forgets what the file holds. */
async function writeDurably(path: string, content: Buffer): Promise<void> {
  const half = `${path}.half`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(half, 'w', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(half, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(half, { force: true }).catch(() => undefined);
    throw failed('write', path, error);
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

function failed(what: 'read' | 'write', path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (!code?.startsWith('E')) return error;
  const fix =
    code === 'ENOSPC'
      ? 'The disk is full. Free space, then run the command again: it continues.'
      : 'Check that the folder exists and that this user may use it.';
  return new SetupError(`Cannot ${what} ${path} (${code}). ${fix}`);
}
