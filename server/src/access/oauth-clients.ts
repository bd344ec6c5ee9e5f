import { ApiError } from '../base/errors.ts';
import { makeId } from '../base/id.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import { lockAccountKeys } from '../store/accounts/accounts.ts';
import { type Actor, writeAudit } from '../store/accounts/audit.ts';
import {
  insertOauthClient,
  listOauthClients,
  type NewOauthClient,
  type OauthClient,
  setOauthClientRevoked,
} from '../store/accounts/oauth-clients.ts';
import type { Db, Transaction } from '../store/db.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { generateClientSecret } from './oauth-secrets.ts';
import { requireCreator, requireStillMember } from './roles.ts';

const MOST_CLIENTS = 10;

export interface ClientInput extends Pick<NewOauthClient, 'name' | 'scopes' | 'allowedIps' | 'allowedDomains'> {
  by: Actor;
}

/** Creates an OAuth client and returns its secret in readable form, which is not stored. */
export async function createOauthClient(
  { db, secrets }: { db: Db; secrets: SecretsBox },
  { workspaceId, mode }: Pick<Workspace, 'workspaceId' | 'mode'>,
  { by, ...input }: ClientInput,
): Promise<{ secret: string; client: OauthClient }> {
  const clientId = makeId('oac');
  const secret = generateClientSecret(mode);
  const client = await db.transaction(async (tx) => {
    const accountId = await lockAccountKeys(tx, workspaceId);
    await requireStillMember(tx, accountId, by);
    const active = (await listOauthClients(tx, accountId)).filter(
      ({ appId, status }) => appId === undefined && status === 'active',
    );
    if (active.length >= MOST_CLIENTS) {
      throw new ApiError(409, `OAuth client limit of ${MOST_CLIENTS} reached. Revoke one first.`);
    }
    const creator = { createdBy: by.name, createdByMember: by.member?.memberId };
    await insertOauthClient(tx, { ...input, ...creator, clientId, workspaceId, secretHash: secrets.hash(secret) });
    const subject = { id: clientId, name: input.name };
    await writeAudit(tx, { accountId, by, action: 'oauth_client.created', subject });
    return (await listOauthClients(tx, accountId)).find((one) => one.clientId === clientId);
  });
  if (!client) throw new Error('The client was not stored');
  return { secret, client };
}

/** Revokes a client and all its tokens, immediately and permanently. Undefined if the account has no such client. */
export function revokeOauthClient(
  db: Db,
  accountId: string,
  { clientId, by }: { clientId: string; by: Actor },
): Promise<{ client: OauthClient; wasActive: boolean } | undefined> {
  return db.transaction(async (tx) => {
    const client = (await listOauthClients(tx, accountId)).find((one) => one.clientId === clientId);
    if (!client) return undefined;
    requireCreator(by, client.createdByMember, 'OAuth client');
    const wasActive = await endOauthClient(tx, accountId, { client, by });
    return { client: { ...client, status: 'revoked' }, wasActive };
  });
}

/** Revokes a client with all its tokens and records it. Returns whether it was still active. */
export async function endOauthClient(
  tx: Transaction,
  accountId: string,
  { client, by }: { client: Pick<OauthClient, 'clientId' | 'name'>; by: Actor },
): Promise<boolean> {
  const wasActive = await setOauthClientRevoked(tx, client.clientId);
  const subject = { id: client.clientId, name: client.name };
  if (wasActive) await writeAudit(tx, { accountId, by, action: 'oauth_client.revoked', subject });
  return wasActive;
}
