import type { SecretsBox } from '../base/secrets-box.ts';
import { insertApiKey, type NewApiKey } from '../store/api-keys.ts';
import type { Db } from '../store/db.ts';
import type { Workspace } from '../store/workspaces.ts';
import { generateKey, shownPrefix } from './api-key.ts';

export type KeyWishes = Pick<NewApiKey, 'name' | 'scopes' | 'allowedIps' | 'allowedDomains' | 'expiresAt'>;

/** Makes a key and hands it out: the one time it exists in readable form. */
export async function createKey(
  { db, secrets }: { db: Db; secrets: SecretsBox },
  workspace: Pick<Workspace, 'workspaceId' | 'mode'>,
  wishes: KeyWishes,
): Promise<string> {
  const key = generateKey(workspace.mode);
  const stored = { workspaceId: workspace.workspaceId, hash: secrets.hash(key), prefix: shownPrefix(key) };
  await insertApiKey(db, { ...wishes, ...stored });
  return key;
}
