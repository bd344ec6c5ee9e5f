import { clientRecord } from '../access/key-record.ts';
import { createOauthClient, revokeOauthClient } from '../access/oauth-clients.ts';
import { SetupError } from '../base/errors.ts';
import { isoSeconds } from '../base/time.ts';
import { listOauthClients, type OauthClient } from '../store/accounts/oauth-clients.ts';
import { workspaceOf } from '../store/workspaces/workspaces.ts';
import { columns } from './columns.ts';
import type { Call } from './command.ts';
import { COMMAND_LINE, type CredentialOptions, type ListOptions, readCredential } from './keys.ts';
import { chooseAccount, type Service } from './open.ts';

/** Returns id and secret, one per line, in the format of a shell script or an .env file. */
export async function create(
  service: Service,
  { options }: Call<CredentialOptions & { json: boolean }>,
): Promise<string> {
  const credential = readCredential(options);
  const account = await chooseAccount(service.db, options.account);
  const workspace = await workspaceOf(service.db, account.accountId, options.mode);
  const { client, secret } = await createOauthClient(service, workspace, { ...credential, by: COMMAND_LINE });
  return options.json
    ? JSON.stringify({ client_id: client.clientId, client_secret: secret }, null, 2)
    : `CLIENT_ID=${client.clientId}\nCLIENT_SECRET=${secret}`;
}

export async function list({ db }: Service, { options }: Call<ListOptions>): Promise<string> {
  const account = await chooseAccount(db, options.account);
  const clients = await listOauthClients(db, account.accountId);
  return options.json ? JSON.stringify(clients.map(clientRecord), null, 2) : clientTable(clients);
}

export async function revoke(
  { db }: Service,
  { options, args: [clientId] }: Call<{ account: string | undefined }, [string]>,
): Promise<string> {
  const account = await chooseAccount(db, options.account);
  const revoked = await revokeOauthClient(db, account.accountId, { clientId, by: COMMAND_LINE });
  if (!revoked) throw new SetupError(`Client ${clientId} not found. List clients: visibility oauth list`);
  return revoked.wasActive
    ? `Revoked ${clientId} (${revoked.client.name}). It and its tokens no longer work.`
    : `${clientId} (${revoked.client.name}) was already revoked.`;
}

function clientTable(clients: OauthClient[]): string {
  const rows = clients.map((client) => [
    client.clientId,
    client.mode,
    client.name,
    client.scopes.join(','),
    client.status,
    isoSeconds(client.createdAt),
    client.lastUsedAt ? isoSeconds(client.lastUsedAt) : 'never used',
    client.createdBy ?? 'unknown',
  ]);
  return columns([['ID', 'MODE', 'NAME', 'SCOPES', 'STATUS', 'CREATED', 'LAST USED', 'CREATED BY'], ...rows]);
}
