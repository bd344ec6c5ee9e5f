import { ApiError } from '../base/errors.ts';
import { needsAddress } from '../collect/platforms.ts';
import { type Actor, writeAudit } from '../store/accounts/audit.ts';
import type { Db } from '../store/db.ts';
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
    if (sealed) await savePlatformKey(tx, workspaceId, { platform, sealed });
    else if (!(await deletePlatformKey(tx, workspaceId, platform))) return;
    const action = sealed ? 'platform_key.set' : 'platform_key.removed';
    await writeAudit(tx, { accountId, by, action, subject: { id: platform, name: `${platform} (${mode})` } });
  });
}

const noAddress = (platform: string) =>
  new ApiError(
    409,
    `${platform} has no base URL. Ask the operator of this service to set ${platform.toUpperCase()}_BASE_URL.`,
  );
