import { ApiError } from '../base/errors.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import { lockAccountKeys } from '../store/accounts/accounts.ts';
import {
  type ApiKey,
  countActiveKeys,
  findApiKey,
  insertApiKey,
  lockApiKey,
  type NewApiKey,
  revokeApiKey,
  updateApiKey,
} from '../store/accounts/api-keys.ts';
import { type Actor, type Changes, writeAudit } from '../store/accounts/audit.ts';
import type { Db, Transaction } from '../store/db.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { generateKey, shownPrefix } from './api-key.ts';
import { requireCreator, requireStillMember } from './roles.ts';

const MOST_KEYS = 25;

export interface KeyInput extends Pick<NewApiKey, 'name' | 'scopes' | 'allowedIps' | 'allowedDomains' | 'expiresAt'> {
  /** Who creates it. Default: the server. */
  by?: Actor;
}

/** Creates a key and returns it in readable form, which is not stored. */
export async function createKey(
  deps: { db: Db; secrets: SecretsBox },
  workspace: Pick<Workspace, 'workspaceId' | 'mode'>,
  input: KeyInput,
): Promise<string> {
  return (await createKeyWithRecord(deps, workspace, input)).key;
}

/** Like `createKey`, but also returns the stored record. */
export async function createKeyWithRecord(
  { db, secrets }: { db: Db; secrets: SecretsBox },
  workspace: Pick<Workspace, 'workspaceId' | 'mode'>,
  { by = { name: 'server' }, ...input }: KeyInput,
): Promise<{ key: string; record: ApiKey }> {
  const key = generateKey(workspace.mode);
  const stored = { workspaceId: workspace.workspaceId, hash: secrets.hash(key), prefix: shownPrefix(key) };
  const record = await db.transaction(async (tx) => {
    const accountId = await lockAccountKeys(tx, workspace.workspaceId);
    await requireStillMember(tx, accountId, by);
    if ((await countActiveKeys(tx, accountId)) >= MOST_KEYS) {
      throw new ApiError(409, `Key limit of ${MOST_KEYS} reached. Revoke one first.`);
    }
    const creator = { createdBy: by.name, createdByMember: by.member?.memberId };
    const keyId = await insertApiKey(tx, { ...input, ...stored, ...creator });
    const subject = { id: keyId, name: input.name, prefix: stored.prefix };
    await writeAudit(tx, { accountId, by, action: 'key.created', subject });
    return findApiKey(tx, accountId, keyId);
  });
  if (!record) throw new Error('the key was not stored');
  return { key, record };
}

export interface KeyChanges {
  name?: string | undefined;
  allowedIps?: string[] | undefined;
  allowedDomains?: string[] | undefined;
}

/** Renames a key or changes its allow-lists. Undefined if the account has no such key. */
export function changeKey(
  db: Db,
  accountId: string,
  { keyId, by, changes }: { keyId: string; by: Actor; changes: KeyChanges },
): Promise<ApiKey | undefined> {
  return db.transaction(async (tx) => {
    await lockApiKey(tx, keyId);
    const key = await findApiKey(tx, accountId, keyId);
    if (!key) return undefined;
    requireCreator(by, key.createdByMember, 'key');
    if (key.status === 'revoked') throw new ApiError(409, 'A revoked key cannot be changed');
    const changed: ApiKey = {
      ...key,
      name: changes.name ?? key.name,
      allowedIps: changes.allowedIps ?? key.allowedIps,
      allowedDomains: changes.allowedDomains ?? key.allowedDomains,
    };
    const differences = differencesOf(key, changed);
    if (Object.keys(differences).length === 0) return key;
    await updateApiKey(tx, keyId, changed);
    await writeAudit(tx, { accountId, by, action: 'key.changed', subject: subjectOf(changed), changes: differences });
    return changed;
  });
}

/** Revokes a key, immediately and permanently. Undefined if there is no such key. */
export function revokeKey(
  db: Db,
  accountId: string,
  { keyId, by }: { keyId: string; by: Actor },
): Promise<{ key: ApiKey; wasActive: boolean } | undefined> {
  return db.transaction(async (tx) => {
    await lockApiKey(tx, keyId);
    const key = await findApiKey(tx, accountId, keyId);
    if (!key) return undefined;
    requireCreator(by, key.createdByMember, 'key');
    const wasActive = await endKey(tx, accountId, { key, by });
    return { key: { ...key, status: 'revoked' }, wasActive };
  });
}

/** Revokes a key and records it. Returns whether it was still active. */
export async function endKey(tx: Transaction, accountId: string, { key, by }: { key: ApiKey; by: Actor }) {
  const wasActive = await revokeApiKey(tx, accountId, key.keyId);
  if (wasActive) await writeAudit(tx, { accountId, by, action: 'key.revoked', subject: subjectOf(key) });
  return wasActive;
}

function differencesOf(before: ApiKey, after: ApiKey): Changes {
  const fields: [string, unknown, unknown][] = [
    ['name', before.name, after.name],
    ['allowed_ips', before.allowedIps, after.allowedIps],
    ['allowed_domains', before.allowedDomains, after.allowedDomains],
  ];
  const different = fields.filter(([, from, to]) => JSON.stringify(from) !== JSON.stringify(to));
  return Object.fromEntries(different.map(([field, from, to]) => [field, { from, to }]));
}

function subjectOf({ keyId, name, prefix }: ApiKey) {
  return { id: keyId, name, prefix };
}
