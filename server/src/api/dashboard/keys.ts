import { z } from 'zod';
import { keyRecord } from '../../access/key-record.ts';
import { changeKey, createKeyWithRecord, revokeKey } from '../../access/keys.ts';
import { ApiError } from '../../base/errors.ts';
import { listApiKeys } from '../../store/accounts/api-keys.ts';
import { workspaceOf } from '../../store/workspaces/workspaces.ts';
import type { AppDeps } from '../app.ts';
import { listOf, metaOf } from '../v1/paging.ts';
import { type AccountRoute, accountRoute } from './account-route.ts';
import { allowedDomains, allowedIps, holderMode, holderName, holderScopes } from './restrictions.ts';

const key = z.strictObject({
  key_id: z.string(),
  name: z.string(),
  prefix: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  status: z.enum(['active', 'revoked']),
  mode: holderMode,
  scopes: z.array(z.enum(['read', 'write'])),
  expires_at: z.string().nullable(),
  expired: z.boolean(),
  allowed_ips: z.array(z.string()),
  allowed_domains: z.array(z.string()),
  created_by: z.string().nullable(),
  created_by_member_id: z.string().nullable(),
});

const newKey = z.strictObject({
  name: holderName,
  mode: holderMode.default('test'),
  scopes: holderScopes.default(['read']),
  expires_at: z.iso
    .datetime({ offset: true, error: 'must be a time with a zone, such as 2027-01-31T12:00:00Z' })
    .transform((text) => new Date(text))
    .refine((time) => time.getTime() > Date.now(), 'must be in the future')
    .nullish(),
  allowed_ips: allowedIps.default([]),
  allowed_domains: allowedDomains.default([]),
});

const keyChanges = z.strictObject({
  name: holderName.optional(),
  allowed_ips: allowedIps.optional(),
  allowed_domains: allowedDomains.optional(),
});

/** Settings → API Keys. */
export function keyRoutes(deps: AppDeps): AccountRoute[] {
  const { db } = deps;
  return [
    accountRoute({
      method: 'GET',
      path: '/keys',
      role: 'viewer',
      responses: { 200: listOf(key) },
      async handle({ account }) {
        const data = (await listApiKeys(db, account.accountId)).reverse().map(keyRecord);
        return { body: { data, meta: metaOf({ page: 1, perPage: data.length, total: data.length }) } };
      },
    }),
    accountRoute({
      method: 'POST',
      path: '/keys',
      role: 'member',
      body: newKey,
      responses: { 201: key.extend({ key: z.string() }) },
      async handle({ account, by, body }) {
        const workspace = await workspaceOf(db, account.accountId, body.mode);
        const { key: full, record } = await createKeyWithRecord(deps, workspace, {
          name: body.name,
          scopes: body.scopes,
          expiresAt: body.expires_at ?? undefined,
          allowedIps: body.allowed_ips,
          allowedDomains: body.allowed_domains,
          by,
        });
        return { status: 201, body: { ...keyRecord(record), key: full } };
      },
    }),
    accountRoute({
      method: 'PATCH',
      path: '/keys/:key_id',
      role: 'member',
      body: keyChanges,
      responses: { 200: key },
      async handle({ account, by, params, body }) {
        const changes = { name: body.name, allowedIps: body.allowed_ips, allowedDomains: body.allowed_domains };
        const changed = await changeKey(db, account.accountId, { keyId: keyIdOf(params), by, changes });
        return { body: keyRecord(changed ?? missing()) };
      },
    }),
    accountRoute({
      method: 'POST',
      path: '/keys/:key_id/revoke',
      role: 'member',
      responses: { 200: key },
      async handle({ account, by, params }) {
        const revoked = await revokeKey(db, account.accountId, { keyId: keyIdOf(params), by });
        return { body: keyRecord((revoked ?? missing()).key) };
      },
    }),
  ];
}

/** An id that cannot be stored cannot exist. */
function keyIdOf({ key_id }: Record<string, string>): string {
  return key_id && /^key_[0-9a-z]{26}$/.test(key_id) ? key_id : missing();
}

function missing(): never {
  throw new ApiError(404, 'Key not found');
}
