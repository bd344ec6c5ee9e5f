import { z } from 'zod';
import { acceptInvitation, readInvitation } from '../../access/members.ts';
import type { SignInDeps } from '../../access/sign-in.ts';
import { isoSeconds } from '../../base/time.ts';
import { declared } from './contract/contract.ts';
import { type CookieDeps, givenCookie } from './cookie.ts';
import { newPassword, personName } from './people-fields.ts';
import { type VisitorRoute, visitorRoute } from './visitor-route.ts';

const token = z.string().min(1).max(200);

/** For a person with an invitation link who is not signed in. The token is in the body, because URLs are logged. */
export function invitationRoutes(deps: CookieDeps & SignInDeps): VisitorRoute[] {
  return [
    visitorRoute({
      ...declared('POST /invitation'),
      body: z.strictObject({ token }),
      async handle({ body }) {
        const { invitationId, email, accountName, expiresAt } = await readInvitation(deps.db, body.token);
        const seen = { invitation_id: invitationId, email, account_name: accountName };
        return { body: { ...seen, expires_at: isoSeconds(expiresAt) } };
      },
    }),
    visitorRoute({
      ...declared('POST /invitation/accept'),
      body: z.strictObject({ token, name: personName.default(''), password: newPassword }),
      async handle({ visitor, body }) {
        const session = await acceptInvitation(deps, body, visitor);
        return { status: 204, headers: givenCookie(deps, session), body: undefined };
      },
    }),
  ];
}
