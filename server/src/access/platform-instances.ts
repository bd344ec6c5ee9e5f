import { ApiError } from '../base/errors.ts';
import { type Actor, writeAudit } from '../store/accounts/audit.ts';
import type { Db } from '../store/db.ts';
import {
  deleteInstance,
  insertInstance,
  listInstances,
  type PlatformInstance,
} from '../store/questions/platform-instances.ts';
import { deletePlatformKey, savePlatformKey } from '../store/questions/platform-keys.ts';
import { lockWorkspace } from '../store/workspaces/workspaces.ts';

const MOST_INSTANCES = 20;

/** Adds an OpenAI-compatible server to a workspace, with its key, and records it in the audit log. */
export function addInstance(
  db: Db,
  workspaceId: string,
  { instance, sealed, by }: { instance: PlatformInstance; sealed: Buffer; by: Actor },
): Promise<void> {
  const { platform } = instance;
  return db.transaction(async (tx) => {
    const { accountId, mode } = await lockWorkspace(tx, workspaceId);
    const present = await listInstances(tx, workspaceId);
    if (present.some((one) => one.platform === platform)) throw new ApiError(409, `${platform} already exists`);
    if (present.length >= MOST_INSTANCES) throw new ApiError(409, `Platform limit of ${MOST_INSTANCES} reached`);
    await insertInstance(tx, workspaceId, instance);
    await savePlatformKey(tx, workspaceId, { platform, sealed });
    const subject = { id: platform, name: `${platform} (${mode}), ${instance.baseUrl}` };
    await writeAudit(tx, { accountId, by, action: 'platform.added', subject });
  });
}

/** Removes a server and its key. Its answers are kept. Returns whether there was one. */
export function removeInstance(
  db: Db,
  workspaceId: string,
  { platform, by }: { platform: string; by: Actor },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { accountId, mode } = await lockWorkspace(tx, workspaceId);
    if (!(await deleteInstance(tx, workspaceId, platform))) return false;
    await deletePlatformKey(tx, workspaceId, platform);
    const subject = { id: platform, name: `${platform} (${mode})` };
    await writeAudit(tx, { accountId, by, action: 'platform.removed', subject });
    return true;
  });
}
