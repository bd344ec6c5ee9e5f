import { z } from 'zod';
import { isoSeconds } from '../../base/time.ts';
import { listMail } from '../../store/mail/list.ts';
import type { AppDeps } from '../app.ts';
import { listOf, metaOf, pageQuery } from '../v1/paging.ts';
import { type AccountRoute, accountRoute } from './account-route.ts';

const letter = z.strictObject({
  subject: z.string(),
  body: z.string(),
  recipient: z.string().nullable(),
  status: z.enum(['waiting', 'sent', 'failed']),
  tries: z.int(),
  error: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
});

/** The letters of the account, sent or not: what somebody without a mail server would have been told. */
export function mailRoutes({ db }: AppDeps): AccountRoute[] {
  return [
    accountRoute({
      method: 'GET',
      path: '/mail',
      role: 'owner',
      query: z.object(pageQuery),
      responses: { 200: listOf(letter) },
      async handle({ account, query: { page, per_page: perPage } }) {
        const { mails, total } = await listMail(db, account.accountId, { page, perPage });
        const data = mails.map(({ createdAt, sentAt, ...mail }) => ({
          ...mail,
          created_at: isoSeconds(createdAt),
          sent_at: sentAt && isoSeconds(sentAt),
        }));
        return { body: { data, meta: metaOf({ total, page, perPage }) } };
      },
    }),
  ];
}
