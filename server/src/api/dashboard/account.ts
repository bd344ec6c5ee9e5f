import { z } from 'zod';
import { changeOwnRecord, changePassword, claimAccount } from '../../access/people.ts';
import { memberRecord, sessionRecord } from '../../access/people-record.ts';
import { holderOf, replacesPassword, signOut, signOutElsewhere } from '../../access/sessions.ts';
import type { SignInDeps } from '../../access/sign-in.ts';
import { finishTwoFactor, startTwoFactor, stopTwoFactor } from '../../access/two-factor.ts';
import { ApiError } from '../../base/errors.ts';
import { findMemberByEmail } from '../../store/accounts/members.ts';
import { listSessions } from '../../store/accounts/sessions.ts';
import { readTwoFactor } from '../../store/accounts/two-factor.ts';
import { wholeList } from '../v1/paging.ts';
import { type AccountRoute, accountRoute } from './account-route.ts';
import { declared } from './contract/contract.ts';
import { isIdOf, newEmail, newPassword, personName, typedCode, typedPassword } from './people-fields.ts';

/** Settings → Account: the person's own email, password and sessions. */
export function ownRoutes(deps: SignInDeps): AccountRoute[] {
  return [...recordRoutes(deps), ...twoFactorRoutes(deps), ...sessionRoutes(deps)];
}

function recordRoutes(deps: SignInDeps): AccountRoute[] {
  return [
    accountRoute({
      ...declared('GET /account'),
      role: 'viewer',
      async handle({ session }) {
        const { member: me } = session;
        const stored = me && (await findMemberByEmail(deps.db, me.email));
        const twoFactor = me && (await readTwoFactor(deps.db, me.memberId));
        return {
          body: {
            member: me ? memberRecord(me) : null,
            needs_current_password: !replacesPassword(session),
            has_password: stored?.password !== undefined,
            has_two_factor: twoFactor?.isOn ?? false,
            recovery_codes_left: twoFactor?.codesLeft ?? 0,
          },
        };
      },
    }),
    accountRoute({
      ...declared('POST /account'),
      role: 'viewer',
      body: z.strictObject({ email: newEmail, name: personName.default(''), password: newPassword }),
      async handle({ session, by, body }) {
        return { status: 201, body: memberRecord(await claimAccount(deps, { session, by }, body)) };
      },
    }),
    accountRoute({
      ...declared('PATCH /account'),
      role: 'viewer',
      body: z.strictObject({
        name: personName.optional(),
        email: newEmail.optional(),
        current_password: typedPassword.optional(),
      }),
      async handle({ session, by, body: { name, email, current_password: currentPassword } }) {
        return { body: memberRecord(await changeOwnRecord(deps, { session, by }, { name, email, currentPassword })) };
      },
    }),
    accountRoute({
      ...declared('POST /account/password'),
      role: 'viewer',
      body: z.strictObject({ password: newPassword, current_password: typedPassword.optional() }),
      async handle({ session, by, body: { password, current_password: currentPassword } }) {
        await changePassword(deps, { session, by }, { password, currentPassword });
        return { status: 204, body: undefined };
      },
    }),
  ];
}

function twoFactorRoutes(deps: SignInDeps): AccountRoute[] {
  return [
    accountRoute({
      ...declared('POST /account/two-factor'),
      role: 'viewer',
      body: z.strictObject({ current_password: typedPassword.optional() }),
      async handle({ session, by, body }) {
        return { body: await startTwoFactor(deps, { session, by }, body.current_password) };
      },
    }),
    accountRoute({
      ...declared('POST /account/two-factor/confirm'),
      role: 'viewer',
      body: z.strictObject({ code: typedCode }),
      async handle({ session, by, body }) {
        return { body: { recovery_codes: await finishTwoFactor(deps, { session, by }, body.code) } };
      },
    }),
    accountRoute({
      ...declared('POST /account/two-factor/disable'),
      role: 'viewer',
      body: z.strictObject({ code: typedCode.optional(), current_password: typedPassword.optional() }),
      async handle({ session, by, body: { code, current_password: currentPassword } }) {
        await stopTwoFactor(deps, { session, by }, { code, currentPassword });
        return { status: 204, body: undefined };
      },
    }),
  ];
}

function sessionRoutes({ db }: SignInDeps): AccountRoute[] {
  return [
    accountRoute({
      ...declared('GET /sessions'),
      role: 'viewer',
      async handle({ session: current }) {
        const sessions = await listSessions(db, holderOf(current));
        return { body: wholeList(sessions.map((one) => sessionRecord(one, current.sessionId))) };
      },
    }),
    accountRoute({
      ...declared('DELETE /sessions/:session_id'),
      role: 'viewer',
      async handle({ session: current, by, params: { session_id: sessionId } }) {
        if (!isIdOf('ses', sessionId)) throw new ApiError(404, 'Session not found');
        await signOut(db, { session: current, by }, sessionId);
        return { status: 204, body: undefined };
      },
    }),
    accountRoute({
      ...declared('DELETE /sessions'),
      role: 'viewer',
      async handle({ session: current, by }) {
        return { body: { ended: await signOutElsewhere(db, { session: current, by }) } };
      },
    }),
  ];
}
