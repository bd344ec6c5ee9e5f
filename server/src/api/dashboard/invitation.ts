import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { acceptInvitation, readInvitation } from '../../access/members.ts';
import type { SignInDeps } from '../../access/sign-in.ts';
import { isoSeconds } from '../../base/time.ts';
import { validate } from '../validate.ts';
import { type CookieDeps, giveCookie } from './cookie.ts';
import { checkOrigin } from './origin.ts';
import { newPassword, personName } from './people-fields.ts';
import { visitorOf } from './session.ts';

const token = z.string().min(1).max(200);
const look = z.strictObject({ token });
const acceptance = z.strictObject({ token, name: personName.default(''), password: newPassword });

/** For somebody who has the link of an invitation and is not signed in. The token comes in the body: addresses are logged. */
export function invitationRoutes(app: FastifyInstance, deps: CookieDeps, signIn: SignInDeps): void {
  app.post('/dashboard/api/invitation', async (request, reply) => {
    checkOrigin(request, deps);
    const invitation = await readInvitation(signIn.db, validate(look, request.body).token);
    return reply.header('cache-control', 'no-store').send({
      email: invitation.email,
      account_name: invitation.accountName,
      expires_at: isoSeconds(invitation.expiresAt),
    });
  });
  app.post('/dashboard/api/invitation/accept', async (request, reply) => {
    checkOrigin(request, deps);
    const session = await acceptInvitation(signIn, validate(acceptance, request.body), visitorOf(request));
    return giveCookie(deps, reply, session).code(204).send();
  });
}
