import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SetupError } from '../base/errors.ts';
import { pendingMigrations } from '../store/system/migrate.ts';
import { withSnapshot } from '../store/system/snapshot.ts';
import { writeBackup } from './backup-file.ts';
import { markBackup } from './backup-mark.ts';
import type { Call } from './command.ts';
import { openService } from './open.ts';
import { isRotating, secretsFile } from './secrets-keys.ts';

/** Writes one consistent state of the whole database into one file, whether or not a server is running. */
export async function run({
  config,
  options: { 'with-secrets': withSecrets },
  args: [file],
}: Call<{ 'with-secrets': boolean }, [string]>): Promise<string> {
  const path = resolve(file);
  const service = await openService(config, { shouldMigrate: false });
  try {
    const pending = await pendingMigrations(service.db);
    if (pending.length > 0) throw new SetupError('The database is not up to date. Run: npx visibility migrate');
    if (isRotating(config, service.dataDir)) {
      throw new SetupError('A rotation of the secrets key is not finished. Run: npx visibility rotate-secrets');
    }
    const at = new Date();
    const keyFile = secretsFile(service.dataDir);
    const secretsKey = config.SECRETS_KEY ?? readFileSync(keyFile, 'utf8').trim();
    let rows = 0;
    const bytes = await writeBackup(path, (writer) =>
      withSnapshot(service.databaseUrl, async ({ migrations, partitions, tables, copy }) => {
        writer.begin({
          format: 'visibility backup',
          version: 1,
          created_at: at.toISOString(),
          migrations,
          partitions,
          secrets_id: service.secrets.id(),
          ...(withSecrets ? { secrets_key: secretsKey } : {}),
        });
        for (const table of tables) {
          writer.beginTable(table.name, table.columns);
          const count = await copy(table, writer.write);
          writer.endTable(count);
          rows += count;
        }
      }),
    );
    markBackup(service.dataDir, { at, file: path });
    const where = config.SECRETS_KEY === undefined ? keyFile : 'SECRETS_KEY';
    const secrets = withSecrets
      ? 'It contains the secrets key. Protect it like the server itself.'
      : `It does not contain the secrets key. Without that key, API keys and encrypted secrets are lost. Back up ${where} separately.`;
    return `${path}: ${rows} rows, ${(bytes / 1e6).toFixed(1)} MB.\n${secrets}`;
  } finally {
    await service.close();
  }
}
