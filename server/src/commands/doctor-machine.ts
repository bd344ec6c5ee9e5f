import { existsSync, readFileSync, realpathSync, statfsSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { isUntrustedCertificate } from '../base/certificate-error.ts';
import { withDeadline } from '../base/deadline.ts';
import type { Config } from '../config.ts';
import { clockSkew } from './clock-skew.ts';
import type { Finding } from './finding.ts';
import { CHECKOUT } from './open.ts';
import { secretsFile } from './secrets-keys.ts';
import { runningMark, type ServerMark } from './server-mark.ts';

export function nodeVersion(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew = major > 20 || (major === 20 && minor >= 19);
  return isNew
    ? { check: 'node', state: 'ok', message: `Node ${version}` }
    : { check: 'node', state: 'fail', message: `Node ${version} is too old. Install 20.19 or newer.` };
}

/** Many machines delete temporary folders when they restart. */
export function dataFolder(config: Config): Finding {
  const folder = existingPart(config);
  const isTemporary = [tmpdir(), '/tmp', '/var/tmp', '/dev/shm']
    .filter((path) => existsSync(path))
    .some((path) => `${folder}${sep}`.startsWith(`${realpathSync(path)}${sep}`));
  return isTemporary
    ? {
        check: 'data folder',
        state: 'warn',
        message: `${folder} is a temporary folder, which many machines delete. Set DATA_DIR to a permanent folder.`,
      }
    : { check: 'data folder', state: 'ok', message: folder };
}

const TOO_LITTLE_BYTES = 512 * 1024 ** 2;
const LITTLE_BYTES = 10 * 1024 ** 3;

/** Warns under a tenth of the disk and under 10 GiB. Fails under 512 MiB, which PostgreSQL's log alone can fill. */
export function disk(config: Config): Finding {
  const { bavail, blocks, bsize } = statfsSync(existingPart(config));
  const [free, share] = [bavail * bsize, bavail / Math.max(blocks, 1)];
  const message = `${bytesText(free)} free (${Math.round(share * 100)} %)`;
  const todo = 'Free up space, or move DATA_DIR to a larger disk. When the disk is full, nothing can be stored.';
  if (free < TOO_LITTLE_BYTES) return { check: 'disk', state: 'fail', message: `${message}. ${todo}` };
  if (share < 0.1 && free < LITTLE_BYTES) return { check: 'disk', state: 'warn', message: `${message}. ${todo}` };
  return { check: 'disk', state: 'ok', message };
}

function bytesText(bytes: number): string {
  return bytes < 1024 ** 3 ? `${Math.round(bytes / 1024 ** 2)} MiB` : `${Math.round(bytes / 1024 ** 3)} GiB`;
}

/** The part of the data folder's path that already exists. */
function existingPart(config: Config): string {
  let folder = wantedFolder(config);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return realpathSync(folder);
}

function wantedFolder({ DATA_DIR }: Config): string {
  return resolve(DATA_DIR ?? join(CHECKOUT, 'data'));
}

/** Undefined if there is no key file yet. */
export function secretsKeyFile(config: Config, dataDir = wantedFolder(config)): Finding | undefined {
  const path = secretsFile(dataDir);
  if (config.SECRETS_KEY !== undefined) return keyOfEnvironment(config.SECRETS_KEY, path);
  if (!existsSync(path)) return undefined;
  const isOpen = process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
  return isOpen
    ? { check: 'secrets', state: 'fail', message: `other users can read ${path}. Run: chmod 600 "${path}"` }
    : {
        check: 'secrets',
        state: 'ok',
        message: `${path} (back it up: without it, API keys and webhook secrets are lost)`,
      };
}

/**
 * API keys are hashed with this key. Changing it after the first start invalidates all of them without an error
 * message.
 */
function keyOfEnvironment(key: string, path: string): Finding {
  const isOther = existsSync(path) && readFileSync(path, 'utf8').trim().toLowerCase() !== key.toLowerCase();
  if (!isOther) return { check: 'secrets', state: 'ok', message: 'SECRETS_KEY' };
  return {
    check: 'secrets',
    state: 'warn',
    message: `SECRETS_KEY is used, but differs from the key in ${path}. API keys created with that file do not work. Remove SECRETS_KEY or, if they were created with SECRETS_KEY, remove the file.`,
  };
}

export function listening({ HOST, PORT, BASE_URL, METRICS_PORT }: Config): Finding {
  const metrics = METRICS_PORT === 0 ? 'metrics off (METRICS_PORT)' : `metrics on port ${METRICS_PORT}`;
  const where = `${HOST}:${PORT}, ${metrics}`;
  if (isLoopback(HOST) || BASE_URL?.startsWith('https:')) return { check: 'listening', state: 'ok', message: where };
  return {
    check: 'listening',
    state: 'warn',
    message: `${where}: other machines can send keys and passwords here unencrypted. Put a TLS proxy in front, set BASE_URL to its https URL and HOST to 127.0.0.1.`,
  };
}

export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return address === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

const ANSWER_MS = 5_000;

/**
 * Checks whether the server responds at its public URL and whether its clock agrees. If it does not respond, the data
 * folder shows whether it runs on another port.
 */
export async function runningServer({ BASE_URL, PORT }: Config, dataDir: string | undefined): Promise<Finding> {
  const address = BASE_URL ?? `http://localhost:${PORT}`;
  const asked = Date.now();
  const response = await ask(address);
  if (response instanceof Error) {
    const message = `this machine does not accept the certificate of ${address} (${response.message}). If its authority is your own, set NODE_EXTRA_CA_CERTS to its certificate file.`;
    return { check: 'server', state: 'warn', message };
  }
  if (!response) {
    const mark = dataDir === undefined ? undefined : runningMark(dataDir);
    return mark ? runsElsewhere(mark, address) : doesNotAnswer(BASE_URL);
  }
  if (!response.ok) {
    const message = `${address}/readyz returned ${response.status}. Check the log of the server or the proxy.`;
    return { check: 'server', state: 'fail', message };
  }
  // The header has a resolution of one second.
  const date = Date.parse(response.headers.get('date') ?? '');
  const seconds = clockSkew(date, { asked: asked - 1_000, answered: Date.now() });
  if (seconds !== undefined) {
    const message = `its clock differs by ${seconds} s from this machine's clock. Set up time synchronization.`;
    return { check: 'server', state: 'fail', message };
  }
  return { check: 'server', state: 'ok', message: `${address} responds` };
}

/** An error: the server responds, with a certificate that is not accepted. */
async function ask(address: string): Promise<Response | Error | undefined> {
  try {
    return await withDeadline(ANSWER_MS, undefined, async (signal) => {
      const response = await fetch(`${address}/readyz`, { signal, redirect: 'manual' });
      await response.body?.cancel();
      return response;
    });
  } catch (error) {
    const { cause } = error as { cause?: Error };
    return isUntrustedCertificate(cause ?? {}) ? cause : undefined;
  }
}

async function runsElsewhere({ pid, url }: ServerMark, address: string): Promise<Finding> {
  if (await ask(url)) {
    const message = `runs at ${url}, not at ${address}. Run doctor with the server's settings (PORT, BASE_URL).`;
    return { check: 'server', state: 'warn', message };
  }
  const message = `process ${pid} uses this data folder, but ${url} does not respond. Check the server's log.`;
  return { check: 'server', state: 'fail', message };
}

function doesNotAnswer(baseUrl: string | undefined): Finding {
  return baseUrl === undefined
    ? { check: 'server', state: 'ok', message: 'not running' }
    : {
        check: 'server',
        state: 'warn',
        message: `${baseUrl} does not respond. Check that the server is running and that BASE_URL is right.`,
      };
}
