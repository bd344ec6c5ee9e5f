import { z } from 'zod';
import { memberRecord } from '../../access/people-record.ts';
import { signInByLink, signOut, type Visitor } from '../../access/sessions.ts';
import { type SignInDeps, signInByPassword } from '../../access/sign-in.ts';
import { ApiError } from '../../base/errors.ts';
import { PLATFORM_NAMES } from '../../collect/platform-name.ts';
import type { Db } from '../../store/db.ts';
import { validate } from '../validate.ts';
import { declared } from './contract/contract.ts';
import { type CookieDeps, givenCookie, takenCookie } from './cookie.ts';
import { typedCode, typedEmail, typedPassword } from './people-fields.ts';
import { sandboxOf } from './sandbox-state.ts';
import { openSession } from './session.ts';
import { type VisitorRoute, visitorRoute } from './visitor-route.ts';

const byLink = z.strictObject({ token: z.string().min(1).max(200) });
const byPassword = z.strictObject({ email: typedEmail, password: typedPassword, code: typedCode.optional() });

/** Sign in with a one-time link or a password, read the session, sign out. */
export function signInRoutes(deps: CookieDeps & SignInDeps & { sendsMail?: boolean }): VisitorRoute[] {
  const { db } = deps;
  return [
    visitorRoute({
      ...declared('POST /session'),
      body: z.unknown(),
      bodyShape: z.union([byLink, byPassword]),
      async handle({ visitor, body }) {
        const isByLink = typeof body === 'object' && body !== null && 'token' in body;
        const token = isByLink
          ? await openByLink(db, body, visitor)
          : await signInByPassword(deps, validate(byPassword, body), visitor);
        return { status: 204, headers: givenCookie(deps, token), body: undefined };
      },
    }),
    visitorRoute({
      ...declared('GET /sign-in-options'),
      async handle() {
        const { oidc } = deps;
        return { body: { oidc: oidc ? { name: oidc.name, required: oidc.isRequired } : null } };
      },
    }),
    visitorRoute({
      ...declared('GET /session'),
      async handle({ visitor, token }) {
        const actor = await openSession(db, token, visitor);
        if (!actor) throw new ApiError(401, 'Sign in first');
        const { account, member } = actor.session;
        return {
          body: {
            account: { name: account.name, plan: account.plan },
            member: member ? memberRecord(member) : null,
            address: visitor.address,
            sends_email: deps.sendsMail ?? false,
            platform_names: PLATFORM_NAMES,
            sandbox: await sandboxOf(db, account.accountId),
          },
        };
      },
    }),
    visitorRoute({
      ...declared('DELETE /session'),
      async handle({ visitor, token }) {
        const actor = await openSession(db, token, visitor);
        if (actor) await signOut(db, actor, actor.session.sessionId);
        return { status: 204, headers: takenCookie(deps), body: undefined };
      },
    }),
  ];
}

async function openByLink(db: Db, body: unknown, visitor: Visitor): Promise<string> {
  const { token } = validate(byLink, body);
  const session = await signInByLink(db, token, visitor);
  if (!session)
    throw new ApiError(401, 'This link was already used or has expired. Run `npx visibility link` for a new one.');
  return session;
}
