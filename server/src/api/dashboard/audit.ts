import { z } from 'zod';
import { auditRecord } from '../../access/key-record.ts';
import { countAudit, listAudit } from '../../store/accounts/audit.ts';
import type { Db } from '../../store/db.ts';
import { metaOf, pageQuery } from '../v1/paging.ts';
import { type AccountRoute, accountRoute } from './account-route.ts';
import { declared } from './contract/contract.ts';

const SUBJECTS = [
  'key',
  'oauth_client',
  'token',
  'sign_in',
  'session',
  'account',
  'password',
  'member',
  'invitation',
  'share_link',
  'brand',
  'platform_key',
] as const;

export const auditQuery = z.object({
  ...pageQuery,
  about: z.enum(SUBJECTS).optional(),
  q: z.string().max(200).optional(),
});

/** The audit log, newest first: changes to keys, sign-ins, members and brands. */
export function auditRoutes({ db }: { db: Db }): AccountRoute[] {
  return [
    accountRoute({
      ...declared('GET /audit'),
      role: 'owner',
      query: auditQuery,
      async handle({ account, query: { page, per_page: perPage, about, q } }) {
        const filter = { about, text: q?.replaceAll('\0', '') || undefined };
        const entries = await listAudit(db, account.accountId, { page, perPage, filter });
        const total = await countAudit(db, account.accountId, filter);
        return { body: { data: entries.map(auditRecord), meta: metaOf({ total, page, perPage }) } };
      },
    }),
  ];
}
