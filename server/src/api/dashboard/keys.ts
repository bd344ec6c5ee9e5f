import { z } from 'zod';
import { keyRecord } from '../../access/key-record.ts';
import { changeKey, createKeyWithRecord, revokeKey } from '../../access/keys.ts';
import { ApiError } from '../../base/errors.ts';
import type { SecretsBox } from '../../base/secrets-box.ts';
import { listApiKeys } from '../../store/accounts/api-keys.ts';
import type { Db } from '../../store/db.ts';
import { workspaceOf } from '../../store/workspaces/workspaces.ts';
import { wholeList } from '../v1/paging.ts';
import { type AccountRoute, accountRoute } from './account-route.ts';
import { declared } from './contract/contract.ts';
import { allowedDomains, allowedIps, holderMode, holderName, holderScopes } from './restrictions.ts';

export const newKey = z.strictObject({
  name: holderName,
  mode: holderMode.default('test'),
  scopes: holderScopes.default(['read']),
  expires_at: z.iso
    .datetime({ offset: true, error: 'must be a time with a time zone, such as 2027-01-31T12:00:00Z' })
    .transform((text) => new Date(text))
    .refine((time) => time.getTime() > Date.now(), 'must be in the future')
    .nullish(),
  allowed_ips: allowedIps.default([]),
  allowed_domains: allowedDomains.default([]),
});

export const keyChanges = z.strictObject({
  name: holderName.optional(),
  allowed_ips: allowedIps.optional(),
  allowed_domains: allowedDomains.optional(),
});

/** Settings → API Keys. */
export function keyRoutes(deps: { db: Db; secrets: SecretsBox }): AccountRoute[] {
  const { db } = deps;
  return [
    accountRoute({
      ...declared('GET /keys'),
      role: 'viewer',
      async handle({ account }) {
        return { body: wholeList((await listApiKeys(db, account.accountId)).reverse().map(keyRecord)) };
      },
    }),
    accountRoute({
      ...declared('POST /keys'),
      role: 'member',
      body: newKey,
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
      ...declared('PATCH /keys/:key_id'),
      role: 'member',
      body: keyChanges,
      async handle({ account, by, params, body }) {
        const changes = { name: body.name, allowedIps: body.allowed_ips, allowedDomains: body.allowed_domains };
        const changed = await changeKey(db, account.accountId, { keyId: keyIdOf(params), by, changes });
        return { body: keyRecord(changed ?? missing()) };
      },
    }),
    accountRoute({
      ...declared('POST /keys/:key_id/revoke'),
      role: 'member',
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
