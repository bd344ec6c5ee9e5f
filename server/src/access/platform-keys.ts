import { ApiError } from '../base/errors.ts';
import { needsAddress, PLATFORM_IDS } from '../collect/platforms.ts';
import { type Actor, writeAudit } from '../store/accounts/audit.ts';
import type { Db, Transaction } from '../store/db.ts';
import { listInstances } from '../store/questions/platform-instances.ts';
import { deletePlatformKey, savePlatformKey } from '../store/questions/platform-keys.ts';
import { lockWorkspace } from '../store/workspaces/workspaces.ts';

interface PlatformKeyChange {
  platform: string;
  /** Undefined removes the key. */
  sealed: Buffer | undefined;
  by: Actor;
  /** Platforms that the operator has configured. */
  configured: string[];
}

/** Sets or removes a workspace's own key for a platform, and records it in the audit log. */
export async function changePlatformKey(
  db: Db,
  workspaceId: string,
  { platform, sealed, by, configured }: PlatformKeyChange,
): Promise<void> {
  if (sealed && needsAddress(platform) && !configured.includes(platform)) throw noAddress(platform);
  return db.transaction(async (tx) => {
    const { accountId, mode } = await lockWorkspace(tx, workspaceId);
    if (!sealed) await keepKeyOfInstance(tx, workspaceId, platform);
    if (sealed) await savePlatformKey(tx, workspaceId, { platform, sealed });
    else if (!(await deletePlatformKey(tx, workspaceId, platform))) return;
    const action = sealed ? 'platform_key.set' : 'platform_key.removed';
    await writeAudit(tx, { accountId, by, action, subject: { id: platform, name: `${platform} (${mode})` } });
  });
}

/** A named server has a key as long as it exists. */
async function keepKeyOfInstance(tx: Transaction, workspaceId: string, platform: string): Promise<void> {
  const instances = PLATFORM_IDS.includes(platform) ? [] : await listInstances(tx, workspaceId);
  if (instances.some((one) => one.platform === platform)) {
    throw new ApiError(409, `${platform} needs an API key. Replace the key, or remove the platform.`);
  }
}

const noAddress = (platform: string) =>
  new ApiError(
    409,
    `${platform} has no base URL. Ask the operator of this service to set ${platform.toUpperCase()}_BASE_URL.`,
  );
