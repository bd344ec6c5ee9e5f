import { setTimeout } from 'node:timers/promises';
import { nextSecretsKey } from '../base/secrets-box.ts';
import { replaceSealed, SEALED_COLUMNS, type SealedValue, sealedValues } from '../store/system/sealed-values.ts';
import type { Call } from './command.ts';
import { openService, type Service } from './open.ts';
import { beginRotation, finishRotation } from './secrets-keys.ts';

const BATCH = 200;
/** Longer than a running process takes from sealing a value with the old key to its commit. */
const SETTLE_MS = 2_000;

/**
 * Seals every stored secret with a new key. Meanwhile servers open both kinds and seal with the new one. After an
 * interruption, it continues with the same new key.
 */
export async function run({ config }: Call): Promise<string> {
  const { SECRETS_KEY, SECRETS_KEY_NEXT } = config;
  if (SECRETS_KEY !== undefined && SECRETS_KEY_NEXT === undefined) {
    return `Set this for every process, beside SECRETS_KEY, and restart them. Then run this command again.\nSECRETS_KEY_NEXT=${nextSecretsKey(SECRETS_KEY)}`;
  }
  const service = await openService(config);
  try {
    if (SECRETS_KEY === undefined) beginRotation(service.dataDir);
    const { count, lost } = await resealAll(service);
    const warning = lost.map((row) => `Cannot be decrypted with any key: ${row}. Set it again.\n`).join('');
    const next =
      SECRETS_KEY === undefined
        ? `The old key is in ${finishRotation(service.dataDir)}. Keep it as long as you keep backups from before.`
        : 'Now set SECRETS_KEY to the value of SECRETS_KEY_NEXT, remove SECRETS_KEY_NEXT, and restart every process. Keep the old key as long as you keep backups from before.';
    return `${warning}${count} secrets encrypted with the new key. Back up the new key.\n${next}`;
  } finally {
    await service.close();
  }
}

/** Repeats until nothing with an older key is left: running servers may have sealed values before they saw the new key. */
async function resealAll(service: Service): Promise<{ count: number; lost: string[] }> {
  // Reads the new key.
  service.secrets.seal('', '');
  let count = 0;
  for (;;) {
    const pass = await resealOnce(service);
    count += pass.count;
    if (pass.count === 0) return { count, lost: pass.lost };
    await setTimeout(SETTLE_MS);
  }
}

async function resealOnce({ db, secrets }: Service): Promise<{ count: number; lost: string[] }> {
  const lost: string[] = [];
  let count = 0;
  const reseal = ({ rowId, sealed }: SealedValue, table: string) => {
    if (secrets.isNewest(sealed, rowId)) return [];
    try {
      return [{ rowId, sealed, next: secrets.seal(secrets.open(sealed, rowId), rowId) }];
    } catch {
      lost.push(`${table} ${rowId}`);
      return [];
    }
  };
  for (const column of SEALED_COLUMNS) {
    let after = '';
    for (;;) {
      const values = await sealedValues(db, column, { after, limit: BATCH });
      const replaced = values.flatMap((value) => reseal(value, column.table));
      if (replaced.length > 0) await replaceSealed(db, column, replaced);
      count += replaced.length;
      const last = values.at(-1);
      if (!last || values.length < BATCH) break;
      after = last.rowId;
    }
  }
  return { count, lost };
}
