import { z } from 'zod';
import { clientRecord } from '../../access/key-record.ts';
import { createOauthClient, revokeOauthClient } from '../../access/oauth-clients.ts';
import { ApiError } from '../../base/errors.ts';
import { listOauthClients } from '../../store/accounts/oauth-clients.ts';
import { workspaceOf } from '../../store/workspaces/workspaces.ts';
import type { AppDeps } from '../app.ts';
import { listOf, metaOf } from '../v1/paging.ts';
import { type AccountRoute, accountRoute } from './account-route.ts';
import { allowedDomains, allowedIps, holderMode, holderName, holderScopes } from './restrictions.ts';

const client = z.strictObject({
  client_id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  status: z.enum(['active', 'revoked']),
  mode: holderMode,
  scopes: z.array(z.enum(['read', 'write'])),
  allowed_ips: z.array(z.string()),
  allowed_domains: z.array(z.string()),
  created_by: z.string().nullable(),
  created_by_member_id: z.string().nullable(),
});

const newClient = z.strictObject({
  name: holderName,
  mode: holderMode.default('test'),
  scopes: holderScopes.default(['read']),
  allowed_ips: allowedIps.default([]),
  allowed_domains: allowedDomains.default([]),
});

/** Settings → API Keys → OAuth clients. */
export function oauthClientRoutes(deps: AppDeps): AccountRoute[] {
  const { db } = deps;
  return [
    accountRoute({
      method: 'GET',
      path: '/oauth-clients',
      role: 'viewer',
      responses: { 200: listOf(client) },
      async handle({ account }) {
        const data = (await listOauthClients(db, account.accountId)).reverse().map(clientRecord);
        return { body: { data, meta: metaOf({ page: 1, perPage: data.length, total: data.length }) } };
      },
    }),
    accountRoute({
      method: 'POST',
      path: '/oauth-clients',
      role: 'member',
      body: newClient,
      responses: { 201: client.extend({ client_secret: z.string() }) },
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
      method: 'POST',
      path: '/oauth-clients/:client_id/revoke',
      role: 'member',
      responses: { 200: client },
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
