import { z } from 'zod';
import { auditRecord } from '../../access/key-record.ts';
import { countAudit, listAudit } from '../../store/accounts/audit.ts';
import type { AppDeps } from '../app.ts';
import { listOf, metaOf, pageQuery } from '../v1/paging.ts';
import { type AccountRoute, accountRoute } from './account-route.ts';

const entry = z.strictObject({
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  subject_id: z.string(),
  subject_name: z.string(),
  subject_prefix: z.string().nullable(),
  changes: z.record(z.string(), z.strictObject({ from: z.unknown(), to: z.unknown() })).nullable(),
  address: z.string().nullable(),
});

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
  'brand',
  'platform_key',
] as const;

/** Who did what to which key, sign-in, member or brand, newest first. */
export function auditRoutes({ db }: AppDeps): AccountRoute[] {
  return [
    accountRoute({
      method: 'GET',
      path: '/audit',
      role: 'owner',
      query: z.object({ ...pageQuery, about: z.enum(SUBJECTS).optional(), q: z.string().max(200).optional() }),
      responses: { 200: listOf(entry) },
      async handle({ account, query: { page, per_page: perPage, about, q } }) {
        const filter = { about, text: q?.replaceAll('\0', '') || undefined };
        const entries = await listAudit(db, account.accountId, { page, perPage, filter });
        const total = await countAudit(db, account.accountId, filter);
        return { body: { data: entries.map(auditRecord), meta: metaOf({ total, page, perPage }) } };
      },
    }),
  ];
}
