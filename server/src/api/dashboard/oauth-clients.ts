import { z } from 'zod';
import { clientRecord } from '../../access/key-record.ts';
import { createOauthClient, revokeOauthClient } from '../../access/oauth-clients.ts';
import { ApiError } from '../../base/errors.ts';
import type { SecretsBox } from '../../base/secrets-box.ts';
import { listOauthClients } from '../../store/accounts/oauth-clients.ts';
import type { Db } from '../../store/db.ts';
import { workspaceOf } from '../../store/workspaces/workspaces.ts';
import { wholeList } from '../v1/paging.ts';
import { type AccountRoute, accountRoute } from './account-route.ts';
import { declared } from './contract/contract.ts';
import { allowedDomains, allowedIps, holderMode, holderName, holderScopes } from './restrictions.ts';

const newClient = z.strictObject({
  name: holderName,
  mode: holderMode.default('test'),
  scopes: holderScopes.default(['read']),
  allowed_ips: allowedIps.default([]),
  allowed_domains: allowedDomains.default([]),
});

/** Settings → API Keys → OAuth clients. */
export function oauthClientRoutes(deps: { db: Db; secrets: SecretsBox }): AccountRoute[] {
  const { db } = deps;
  return [
    accountRoute({
      ...declared('GET /oauth-clients'),
      role: 'viewer',
      async handle({ account }) {
        return { body: wholeList((await listOauthClients(db, account.accountId)).reverse().map(clientRecord)) };
      },
    }),
    accountRoute({
      ...declared('POST /oauth-clients'),
      role: 'member',
      body: newClient,
      async handle({ account, by, body }) {
        const workspace = await workspaceOf(db, account.accountId, body.mode);
        const { client: created, secret } = await createOauthClient(deps, workspace, {
          name: body.name,
          scopes: body.scopes,
          allowedIps: body.allowed_ips,
          allowedDomains: body.allowed_domains,
          by,
        });
        return { status: 201, body: { ...clientRecord(created), client_secret: secret } };
      },
    }),
    accountRoute({
      ...declared('POST /oauth-clients/:client_id/revoke'),
      role: 'member',
      async handle({ account, by, params: { client_id: clientId = '' } }) {
        // An id that cannot be stored cannot exist.
        const isId = /^oac_[0-9a-z]{26}$/.test(clientId);
        const revoked = isId ? await revokeOauthClient(db, account.accountId, { clientId, by }) : undefined;
        if (!revoked) throw new ApiError(404, 'OAuth client not found');
        return { body: clientRecord(revoked.client) };
      },
    }),
  ];
}
