import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { memberRecord } from '../../access/people-record.ts';
import { requireRole } from '../../access/roles.ts';
import { type Doer, identify, sessionTag, signInByLink, signOut, type Visitor } from '../../access/sessions.ts';
import { type SignInDeps, signInByPassword } from '../../access/sign-in.ts';
import { ApiError } from '../../base/errors.ts';
import { isoSeconds } from '../../base/time.ts';
import { daysPassed } from '../../sandbox/seed.ts';
import type { OpenSession } from '../../store/accounts/sessions.ts';
import type { Db } from '../../store/db.ts';
import { findSandbox } from '../../store/workspaces/sandboxes.ts';
import { workspaceOf } from '../../store/workspaces/workspaces.ts';
import type { Guard } from '../guard.ts';
import { validate } from '../validate.ts';
import { type CookieDeps, giveCookie, readCookie, takeCookie } from './cookie.ts';
import { checkOrigin } from './origin.ts';
import { typedEmail, typedPassword } from './people-fields.ts';

export interface SessionDeps extends CookieDeps {
  db: Db;
}

const byLink = z.strictObject({ token: z.string().min(1).max(200) });
const byPassword = z.strictObject({ email: typedEmail, password: typedPassword });

/** Sign in with a one-time link or a password, ask who one is, sign out. */
export function sessionRoutes(app: FastifyInstance, deps: SessionDeps, signIn: SignInDeps): void {
  app.post('/dashboard/api/session', async (request, reply) => {
    checkOrigin(request, deps);
    const isByLink = typeof request.body === 'object' && request.body !== null && 'token' in request.body;
    const token = isByLink
      ? await openByLink(deps, request)
      : await signInByPassword(signIn, validate(byPassword, request.body), visitorOf(request));
    return giveCookie(deps, reply, token).code(204).send();
  });
  app.get('/dashboard/api/session', async (request) => {
    const { account, member } = await signedIn(deps, request);
    return {
      account: { name: account.name, plan: account.plan },
      member: member ? memberRecord(member) : null,
      sandbox: await sandboxOf(deps.db, account.accountId),
    };
  });
  app.delete('/dashboard/api/session', async (request, reply) => {
    checkOrigin(request, deps);
    const token = readCookie(deps, request);
    const session = token && (await identify(deps.db, token, visitorOf(request)));
    if (session) await signOut(deps.db, { session, by: actorOf(deps, request, session) }, session.sessionId);
    return takeCookie(deps, reply).code(204).send();
  });
}

async function openByLink(deps: SessionDeps, request: FastifyRequest): Promise<string> {
  const { token } = validate(byLink, request.body);
  const session = await signInByLink(deps.db, token, visitorOf(request));
  if (!session)
    throw new ApiError(401, 'This link was already used or has expired. Run `npx visibility link` for a new one.');
  return session;
}

/** Lets the dashboard of a signed-in person into both workspaces of the account, uncounted. */
export function sessionGuard(deps: SessionDeps): Guard {
  return async (request, _reply, scope) => {
    checkOrigin(request, deps);
    const session = await signedIn(deps, request);
    requireRole(session.member, scope === 'read' ? 'viewer' : 'member');
    const { account } = session;
    const { mode } = request.params as { mode: string };
    if (mode !== 'live' && mode !== 'test') throw new ApiError(404, 'Not found');
    const { workspaceId } = await workspaceOf(deps.db, account.accountId, mode);
    return { workspaceId, mode, plan: account.plan, scopes: ['read', 'write'], by: actorOf(deps, request, session) };
  };
}

/** Who is signed in, for what belongs to no workspace, and how the log names them. */
export async function signedInActor(deps: SessionDeps, request: FastifyRequest): Promise<Doer> {
  checkOrigin(request, deps);
  const session = await signedIn(deps, request);
  return { session, by: actorOf(deps, request, session) };
}

export function visitorOf(request: FastifyRequest): Visitor {
  return { userAgent: request.headers['user-agent'], address: request.ip };
}

async function signedIn(deps: SessionDeps, request: FastifyRequest): Promise<OpenSession> {
  const token = readCookie(deps, request);
  const session = token && (await identify(deps.db, token, visitorOf(request)));
  if (!session) throw new ApiError(401, 'Sign in first');
  return session;
}

function actorOf(deps: SessionDeps, request: FastifyRequest, { member }: OpenSession) {
  const name = member?.email ?? sessionTag(readCookie(deps, request) ?? '');
  return { name: `dashboard:${name}`, address: request.ip, member };
}

async function sandboxOf(db: Db, accountId: string) {
  const workspace = await workspaceOf(db, accountId, 'test');
  const sandbox = await findSandbox(db, workspace.workspaceId);
  const daysTotal = sandbox?.historyDays ?? 0;
  return {
    status: sandbox?.isReady ? 'ready' : 'seeding',
    days_done: Math.min(daysTotal, await daysPassed(db, workspace.workspaceId)),
    days_total: daysTotal,
    now: isoSeconds(workspace.now),
  };
}
