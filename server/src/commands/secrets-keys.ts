import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../base/errors.ts';
import { haveSamePepper, nextSecretsKey, SECRETS_KEY } from '../base/secrets-box.ts';
import type { Config } from '../config.ts';

export function secretsFile(dataDir: string): string {
  return join(dataDir, 'secrets.key');
}

/** The keys, newest first. Creates the file at the first start. */
export function secretsKeys({ SECRETS_KEY, SECRETS_KEY_NEXT }: Config, dataDir: string): () => string[] {
  if (SECRETS_KEY !== undefined) {
    if (SECRETS_KEY_NEXT !== undefined && !haveSamePepper(SECRETS_KEY_NEXT, SECRETS_KEY)) {
      throw new SetupError('SECRETS_KEY_NEXT must be the key that npx visibility rotate-secrets has printed.');
    }
    return () => [...(SECRETS_KEY_NEXT === undefined ? [] : [SECRETS_KEY_NEXT]), SECRETS_KEY];
  }
  const path = secretsFile(dataDir);
  createFirst(path);
  const older = `${path}.old`;
  // The old key still opens what a process sealed with it while the keys were exchanged.
  return () => [
    ...(existsSync(`${path}.next`) ? [readKey(`${path}.next`)] : []),
    readKey(path),
    ...(existsSync(older) ? [readKey(older)] : []),
  ];
}

export function isRotating({ SECRETS_KEY, SECRETS_KEY_NEXT }: Config, dataDir: string): boolean {
  return SECRETS_KEY === undefined ? existsSync(`${secretsFile(dataDir)}.next`) : SECRETS_KEY_NEXT !== undefined;
}

/** Creates the next key beside the current one, unless an interrupted rotation has done so. */
export function beginRotation(dataDir: string): void {
  const path = secretsFile(dataDir);
  const half = `${path}.${process.pid}`;
  writeFileSync(half, `${nextSecretsKey(readKey(path))}\n`, { mode: 0o600, flush: true });
  try {
    // A link is never half written, and never replaces the key of an earlier rotation.
    linkSync(half, `${path}.next`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(half);
  }
}

/** Makes the next key the current one. If it is interrupted, it can run again. */
export function finishRotation(dataDir: string): string {
  const path = secretsFile(dataDir);
  copyFileSync(path, `${path}.old`);
  renameSync(`${path}.next`, path);
  return `${path}.old`;
}

function createFirst(path: string): void {
  try {
    // `wx`: if two processes start at the same time, one writes and the other reads.
    writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function readKey(path: string): string {
  const text = readFileSync(path, 'utf8').trim();
  if (SECRETS_KEY.test(text)) return text;
  throw new SetupError(`${path} must contain a key of 64 hexadecimal characters. Restore it from a backup.`);
}
