import { z } from 'zod';
import { isoSeconds } from '../../base/time.ts';
import type { Db } from '../../store/db.ts';
import { listMail } from '../../store/mail/list.ts';
import { metaOf, pageQuery } from '../v1/paging.ts';
import { type AccountRoute, accountRoute } from './account-route.ts';
import { declared } from './contract/contract.ts';

/** The account's emails, sent or queued. Without a mail server, they can be read here. */
export function mailRoutes({ db }: { db: Db }): AccountRoute[] {
  return [
    accountRoute({
      ...declared('GET /mail'),
      role: 'owner',
      query: z.object(pageQuery),
      async handle({ account, query: { page, per_page: perPage } }) {
        const { mails, total } = await listMail(db, account.accountId, { page, perPage });
        const data = mails.map(({ recipient = null, error = null, createdAt, sentAt, ...mail }) => ({
          ...mail,
          recipient,
          error,
          created_at: isoSeconds(createdAt),
          sent_at: sentAt ? isoSeconds(sentAt) : null,
        }));
        return { body: { data, meta: metaOf({ total, page, perPage }) } };
      },
    }),
  ];
}
