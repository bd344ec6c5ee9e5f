import { statSync } from 'node:fs';
import { SetupError } from '../base/errors.ts';
import { type Config, platformsIn } from '../config.ts';
import { firstAccount } from '../store/accounts.ts';
import { type Db, sql } from '../store/db.ts';
import { pendingMigrations } from '../store/migrate.ts';
import { readQueues } from '../store/queues.ts';
import { examineMail } from './mail.ts';
import { openService, type Service, secretsFile } from './open.ts';

export interface Finding {
  check: string;
  state: 'ok' | 'note' | 'problem';
  says: string;
}

/** What is configured, what is wrong, and what to do about it. */
export async function examine(config: Config): Promise<Finding[]> {
  const findings: Finding[] = [nodeVersion()];
  try {
    const service = await openService(config, { shouldMigrate: false });
    try {
      findings.push(...(await examineService(config, service)));
    } finally {
      await service.close();
    }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    findings.push({ check: 'database', state: 'problem', says: error.message });
  }
  findings.push(listening(config), proxies(config));
  return findings;
}

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNew = major > 20 || (major === 20 && minor >= 19);
  return isNew
    ? { check: 'node', state: 'ok', says: `Node ${process.versions.node}` }
    : { check: 'node', state: 'problem', says: `Node ${process.versions.node} is too old: install 20.19 or newer.` };
}

async function examineService(config: Config, { db, dataDir }: Service): Promise<Finding[]> {
  const found = [await database(config, db, dataDir), secretsKey(config, dataDir)];
  const pending = await pendingMigrations(db);
  if (pending.length > 0) {
    const says = `missing: ${pending.join(', ')}. Run: npx visibility migrate`;
    return [...found, { check: 'migrations', state: 'problem', says }];
  }
  return [
    ...found,
    { check: 'migrations', state: 'ok', says: 'up to date' },
    await account(db),
    ...(await queues(db)),
    platforms(config),
    await examineMail(config, db),
  ];
}

function platforms(config: Config): Finding {
  const ids = Object.keys(platformsIn(config));
  return ids.length > 0
    ? { check: 'platforms', state: 'ok', says: `${ids.join(', ')} (npx visibility platforms --check tries their keys)` }
    : {
        check: 'platforms',
        state: 'note',
        says: 'no key in the environment: live workspaces are asked only with keys of their own. The sandbox is simulated.',
      };
}

async function database(config: Config, db: Db, dataDir: string): Promise<Finding> {
  const [row] = await db.query<{ version: string; skew: number }>(
    sql`select current_setting('server_version') as version,
               extract(epoch from clock_timestamp() - ${new Date()}::timestamptz)::double precision as skew`,
  );
  const where = config.DATABASE_URL === undefined ? `built in, in ${dataDir}` : 'DATABASE_URL';
  if (row && Math.abs(row.skew) > 5) {
    return {
      check: 'database',
      state: 'problem',
      says: `its clock differs by ${Math.round(row.skew)} s from this machine's: set up time synchronisation.`,
    };
  }
  return { check: 'database', state: 'ok', says: `PostgreSQL ${row?.version} (${where})` };
}

function secretsKey(config: Config, dataDir: string): Finding {
  if (config.SECRETS_KEY !== undefined) return { check: 'secrets', state: 'ok', says: 'SECRETS_KEY' };
  const path = secretsFile(dataDir);
  const isOpen = process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
  return isOpen
    ? { check: 'secrets', state: 'problem', says: `others can read ${path}. Run: chmod 600 "${path}"` }
    : { check: 'secrets', state: 'ok', says: `${path} (back it up: without it keys and webhook secrets are lost)` };
}

async function account(db: Db): Promise<Finding> {
  const found = await firstAccount(db);
  return found
    ? { check: 'account', state: 'ok', says: `${found.name} (${found.plan})` }
    : { check: 'account', state: 'note', says: 'none yet: the first start makes one.' };
}

const LATE_SECONDS = 600;

async function queues(db: Db): Promise<Finding[]> {
  const { questions, deliveries } = await readQueues(db);
  return Object.entries({ questions, deliveries }).map(([queue, { due, oldestSeconds }]) => {
    if (oldestSeconds < LATE_SECONDS) return { check: queue, state: 'ok', says: `${due} due` };
    const minutes = Math.round(oldestSeconds / 60);
    return {
      check: queue,
      state: 'problem',
      says: `${due} due, the oldest for ${minutes} minutes: is a worker running? (npm start, or visibility start --role worker)`,
    };
  });
}

function listening({ HOST, PORT, METRICS_PORT }: Config): Finding {
  const metrics = METRICS_PORT === 0 ? 'metrics off (METRICS_PORT)' : `metrics on port ${METRICS_PORT}`;
  return { check: 'listening', state: 'ok', says: `${HOST}:${PORT}, ${metrics}` };
}

function proxies({ HOST, TRUST_PROXY }: Config): Finding {
  if (TRUST_PROXY !== '' || HOST === '127.0.0.1')
    return { check: 'proxy', state: 'ok', says: TRUST_PROXY || 'none trusted' };
  return {
    check: 'proxy',
    state: 'note',
    says: 'none trusted. Behind a reverse proxy, set TRUST_PROXY to its network, or IP allow-lists will see the proxy.',
  };
}
