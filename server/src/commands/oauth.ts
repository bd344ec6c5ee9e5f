import { createOauthClient, revokeOauthClient } from '../access/oauth-clients.ts';
import { SetupError } from '../base/errors.ts';
import { isoSeconds } from '../base/time.ts';
import { listOauthClients, type OauthClient } from '../store/accounts/oauth-clients.ts';
import { workspaceOf } from '../store/workspaces/workspaces.ts';
import { COMMAND_LINE, columns, holderWishes, type KeyOptions } from './keys.ts';
import { chooseAccount, type Service } from './open.ts';

/** Makes an OAuth client and gives back id and secret, each on a line that a shell or an .env file can read. */
export async function createClientCommand(
  service: Service,
  options: KeyOptions & { json?: boolean | undefined },
): Promise<string> {
  if (options.expires !== undefined || options.plan !== undefined)
    throw new SetupError('--expires and --plan are for keys; a client works until it is revoked.');
  const { mode, ...wishes } = holderWishes(options);
  const account = await chooseAccount(service.db, options.account);
  const workspace = await workspaceOf(service.db, account.accountId, mode);
  const { client, secret } = await createOauthClient(service, workspace, { ...wishes, by: COMMAND_LINE });
  return options.json
    ? JSON.stringify({ client_id: client.clientId, client_secret: secret }, null, 2)
    : `CLIENT_ID=${client.clientId}\nCLIENT_SECRET=${secret}`;
}

export async function listClientsCommand(service: Service, options: KeyOptions): Promise<OauthClient[]> {
  const account = await chooseAccount(service.db, options.account);
  return listOauthClients(service.db, account.accountId);
}

export async function revokeClientCommand(
  service: Service,
  options: KeyOptions,
  clientId: string | undefined,
): Promise<string> {
  if (clientId === undefined)
    throw new SetupError('Say which client: visibility oauth revoke <client id>. visibility oauth list shows them.');
  const account = await chooseAccount(service.db, options.account);
  const revoked = await revokeOauthClient(service.db, account.accountId, { clientId, by: COMMAND_LINE });
  if (!revoked) throw new SetupError(`There is no client ${clientId}. visibility oauth list shows them.`);
  return revoked.wasActive
    ? `Revoked ${clientId} (${revoked.client.name}). It and its tokens stopped working.`
    : `${clientId} (${revoked.client.name}) was already revoked.`;
}

export function clientTable(clients: OauthClient[]): string {
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
