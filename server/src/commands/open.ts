import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { createSecretsBox, type SecretsBox } from '../base/secrets-box.ts';
import type { Config } from '../config.ts';
import { type Account, findAccount, findAccountsByName, firstAccount, type Mode } from '../store/accounts/accounts.ts';
import { type Db, openDb } from '../store/db.ts';
import { openDataFolder } from '../store/embedded/data-folder.ts';
import { keepRunning } from '../store/embedded/keep-running.ts';
import { startEmbeddedPostgres } from '../store/embedded/postgres.ts';
import { checkDatabase, migrate } from '../store/system/migrate.ts';
import { checkPooler } from '../store/system/pooler.ts';
import { type Workspace, workspaceOf } from '../store/workspaces/workspaces.ts';
import { secretsKeys } from './secrets-keys.ts';

const CODE = fileURLToPath(new URL('../../../', import.meta.url)).replace(/[/\\]$/, '');

/** Where `data` is by default: the checkout. For an installed package, which an update replaces, the current folder. */
export const CHECKOUT = CODE.split(sep).includes('node_modules') ? process.cwd() : CODE;

/** The database and the secrets, opened according to the settings. */
export interface Service {
  db: Db;
  databaseUrl: string;
  secrets: SecretsBox;
  dataDir: string;
  migrated: string[];
  /** Resolves with the reason when the built-in PostgreSQL stops unexpectedly and cannot be restarted. */
  lost: Promise<string>;
  close(): Promise<void>;
}

interface OpenOptions {
  shouldMigrate?: boolean;
  /** For servers: restart the built-in PostgreSQL when it stops, and log it. */
  restartLog?: Log;
}

/** Opens what every command needs. Works with or without a running server. */
export async function openService(
  config: Config,
  { shouldMigrate = true, restartLog }: OpenOptions = {},
): Promise<Service> {
  const isEmbedded = config.DATABASE_URL === undefined;
  const dataDir = openDataFolder({ configured: config.DATA_DIR, checkout: CHECKOUT, holdsDatabase: isEmbedded });
  const secrets = createSecretsBox(secretsKeys(config, dataDir));
  const started = isEmbedded ? await startEmbeddedPostgres(dataDir) : undefined;
  const embedded = started && restartLog ? keepRunning(started, restartLog) : started;
  try {
    const { DATABASE_URL, DATABASE_DIRECT_URL } = config;
    const databaseUrl = embedded?.url ?? DATABASE_DIRECT_URL ?? DATABASE_URL ?? '';
    const migrated = shouldMigrate ? await migrate(databaseUrl) : await checkDatabase(databaseUrl);
    const isPooled = !isEmbedded && DATABASE_DIRECT_URL !== undefined;
    const isPrepared = config.DATABASE_PREPARED === 'true';
    const db = openDb({ url: embedded?.url ?? DATABASE_URL ?? '', isPooled, isPrepared });
    if (isPooled) await checkPooler(db);
    return {
      db,
      databaseUrl,
      secrets,
      dataDir,
      migrated,
      lost: embedded && 'gaveUp' in embedded ? embedded.gaveUp : new Promise(() => {}),
      async close() {
        await db.close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

export async function withService<Result>(
  config: Config,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const service = await openService(config);
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

/** A service and the workspace a command applies to. */
export interface WorkspaceService extends Service {
  workspace: Workspace;
}

export async function openWorkspace(
  service: Service,
  { account, mode }: { account: string | undefined; mode: Mode },
): Promise<WorkspaceService> {
  const { accountId } = await chooseAccount(service.db, account);
  return { ...service, workspace: await workspaceOf(service.db, accountId, mode) };
}

/** The account with this id, or with this name if only one account has it. Default: the first. */
export async function chooseAccount(db: Db, which: string | undefined): Promise<Account> {
  const byId = await (which === undefined ? firstAccount(db) : findAccount(db, which));
  if (byId) return byId;
  if (which === undefined)
    throw new SetupError('There is no account yet. Start the server once to create it: npm start');
  const [first, second] = await findAccountsByName(db, which);
  if (!first) throw new SetupError(`Account "${which}" not found. List accounts: visibility accounts list`);
  if (second) throw new SetupError(`Several accounts have the name "${which}". Use the id: visibility accounts list`);
  return first;
}
