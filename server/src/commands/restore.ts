import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SetupError } from '../base/errors.ts';
import type { Config } from '../config.ts';
import { openDataFolder } from '../store/embedded/data-folder.ts';
import { migrate } from '../store/system/migrate.ts';
import { restoreDatabase } from '../store/system/restore.ts';
import { type BackupHeader, openBackup } from './backup-file.ts';
import type { Call } from './command.ts';
import { CHECKOUT, openService, type Service } from './open.ts';
import { secretsFile } from './secrets-keys.ts';

/** Restores a backup into an empty database, completely or not at all, and migrates it. */
export async function run({
  config,
  options: { 'without-secrets': withoutSecrets },
  args: [file],
}: Call<{ 'without-secrets': boolean }, [string]>): Promise<string> {
  const path = resolve(file);
  const { header, tables } = await openBackup(path);
  const placed = placeSecrets(config, header);
  try {
    const service = await openService(config, { shouldMigrate: false });
    try {
      if (!withoutSecrets) checkSecrets(config, service, header);
      const { migrations, partitions } = header;
      await restoreDatabase(service.databaseUrl, { migrations, partitions, tables });
      await migrate(service.databaseUrl);
    } finally {
      await service.close();
    }
  } catch (error) {
    if (placed) rmSync(placed);
    throw error;
  }
  return `Restored ${path} of ${header.created_at}. Check it with npx visibility verify, then run npm start.`;
}

/** Saves the key from the backup, unless a key exists. Returns its path, to undo this. */
function placeSecrets(config: Config, { secrets_key }: BackupHeader): string | undefined {
  if (secrets_key === undefined || config.SECRETS_KEY !== undefined) return undefined;
  const holdsDatabase = config.DATABASE_URL === undefined;
  const dataDir = openDataFolder({ configured: config.DATA_DIR, checkout: CHECKOUT, holdsDatabase });
  const path = secretsFile(dataDir);
  if (existsSync(path)) return undefined;
  writeFileSync(path, `${secrets_key}\n`, { mode: 0o600, flag: 'wx' });
  return path;
}

/** With another key, the restored API keys and webhook secrets would not work, which would show only later. */
function checkSecrets(config: Config, { secrets, dataDir }: Service, { secrets_id }: BackupHeader): void {
  if (secrets.id() === secrets_id) return;
  const where = config.SECRETS_KEY === undefined ? secretsFile(dataDir) : 'SECRETS_KEY';
  throw new SetupError(
    `The backup was encrypted with a different key than ${where}. Put the key of its installation there, or add --without-secrets: ` +
      'the data is restored, but its API keys, webhook secrets and platform keys do not work.',
  );
}
