import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isoSeconds } from '../../base/time.ts';
import { listMail } from '../../store/mail-list.ts';
import { metaOf, pageQuery } from '../v1/paging.ts';
import { validate } from '../validate.ts';
import { type SessionDeps, signedIn } from './session.ts';

const query = z.object(pageQuery);

/** The letters of the account, sent or not: what somebody without a mail server would have been told. */
export function mailRoutes(app: FastifyInstance, deps: SessionDeps): void {
  app.get('/dashboard/api/mail', async (request) => {
    const { accountId } = await signedIn(deps, request);
    const { page, per_page: perPage } = validate(query, request.query);
    const { mails, total } = await listMail(deps.db, accountId, { page, perPage });
    return {
      data: mails.map(({ createdAt, sentAt, ...mail }) => ({
        ...mail,
        created_at: isoSeconds(createdAt),
        sent_at: sentAt && isoSeconds(sentAt),
      })),
      meta: metaOf({ total, page, perPage }),
    };
  });
}
