import { z } from 'zod';
import { changeOwnRecord, changePassword, claimAccount } from '../../access/people.ts';
import { memberRecord, sessionRecord } from '../../access/people-record.ts';
import { holderOf, signOut, signOutElsewhere, standsForPassword } from '../../access/sessions.ts';
import type { SignInDeps } from '../../access/sign-in.ts';
import { ApiError } from '../../base/errors.ts';
import { listSessions } from '../../store/accounts/sessions.ts';
import { listOf, metaOf } from '../v1/paging.ts';
import { type AccountRoute, accountRoute } from './account-route.ts';
import { isIdOf, member, newEmail, newPassword, personName, typedPassword } from './people-fields.ts';

const own = z.strictObject({ member: member.nullable(), needs_current_password: z.boolean() });

const session = z.strictObject({
  session_id: z.string(),
  opened_by: z.enum(['link', 'password', 'invitation']),
  created_at: z.string(),
  last_seen_at: z.string(),
  expires_at: z.string(),
  user_agent: z.string().nullable(),
  address: z.string().nullable(),
  current: z.boolean(),
});

/** Settings → Account: one's own e-mail, password and sessions. */
export function ownRoutes(deps: SignInDeps): AccountRoute[] {
  return [...recordRoutes(deps), ...sessionRoutes(deps)];
}

function recordRoutes(deps: SignInDeps): AccountRoute[] {
  return [
    accountRoute({
      method: 'GET',
      path: '/account',
      role: 'viewer',
      responses: { 200: own },
      async handle({ session: { member: me, ...rest } }) {
        const needsCurrent = !standsForPassword({ member: me, ...rest });
        return { body: { member: me ? memberRecord(me) : null, needs_current_password: needsCurrent } };
      },
    }),
    accountRoute({
      method: 'POST',
      path: '/account',
      role: 'viewer',
      body: z.strictObject({ email: newEmail, name: personName.default(''), password: newPassword }),
      responses: { 201: member },
      async handle({ session, by, body }) {
        return { status: 201, body: memberRecord(await claimAccount(deps, { session, by }, body)) };
      },
    }),
    accountRoute({
      method: 'PATCH',
      path: '/account',
      role: 'viewer',
      body: z.strictObject({
        name: personName.optional(),
        email: newEmail.optional(),
        current_password: typedPassword.optional(),
      }),
      responses: { 200: member },
      async handle({ session, by, body: { name, email, current_password: currentPassword } }) {
        return { body: memberRecord(await changeOwnRecord(deps, { session, by }, { name, email, currentPassword })) };
      },
    }),
    accountRoute({
      method: 'POST',
      path: '/account/password',
      role: 'viewer',
      body: z.strictObject({ password: newPassword, current_password: typedPassword.optional() }),
      responses: { 204: z.undefined() },
      async handle({ session, by, body: { password, current_password: currentPassword } }) {
        await changePassword(deps, { session, by }, { password, currentPassword });
        return { status: 204, body: undefined };
      },
    }),
  ];
}

function sessionRoutes({ db }: SignInDeps): AccountRoute[] {
  return [
    accountRoute({
      method: 'GET',
      path: '/sessions',
      role: 'viewer',
      responses: { 200: listOf(session) },
      async handle({ session: current }) {
        const sessions = await listSessions(db, holderOf(current));
        const data = sessions.map((one) => sessionRecord(one, current.sessionId));
        return { body: { data, meta: metaOf({ page: 1, perPage: data.length, total: data.length }) } };
      },
    }),
    accountRoute({
      method: 'DELETE',
      path: '/sessions/:session_id',
      role: 'viewer',
      responses: { 204: z.undefined() },
      async handle({ session: current, by, params: { session_id: sessionId } }) {
        if (!isIdOf('ses', sessionId)) throw new ApiError(404, 'Session not found');
        await signOut(db, { session: current, by }, sessionId);
        return { status: 204, body: undefined };
      },
    }),
    accountRoute({
      method: 'DELETE',
      path: '/sessions',
      role: 'viewer',
      responses: { 200: z.strictObject({ ended: z.int() }) },
      async handle({ session: current, by }) {
        return { body: { ended: await signOutElsewhere(db, { session: current, by }) } };
      },
    }),
  ];
}
