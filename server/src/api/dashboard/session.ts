import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { accountOfSession, SESSION_DAYS, sessionTag, signIn, signOut } from '../../access/sessions.ts';
import { ApiError } from '../../base/errors.ts';
import { isoSeconds } from '../../base/time.ts';
import { daysPassed } from '../../sandbox/seed.ts';
import { type Account, findAccount } from '../../store/accounts.ts';
import type { Actor } from '../../store/audit.ts';
import type { Db } from '../../store/db.ts';
import { findSandbox } from '../../store/sandboxes.ts';
import { workspaceOf } from '../../store/workspaces.ts';
import type { AppDeps } from '../app.ts';
import type { Guard } from '../guard.ts';
import { validate } from '../validate.ts';

export type SessionDeps = Pick<AppDeps, 'db' | 'baseUrl'>;

const signInBody = z.strictObject({ token: z.string().min(1).max(200) });

/** Sign in with a one-time link, ask who one is, sign out. */
export function sessionRoutes(app: FastifyInstance, deps: SessionDeps): void {
  app.post('/dashboard/api/session', async (request, reply) => {
    checkOrigin(request, deps);
    const session = await signIn(deps.db, validate(signInBody, request.body).token);
    if (!session)
      throw new ApiError(401, 'This link was already used or has expired. Run `npx visibility link` for a new one.');
    return reply
      .header('set-cookie', cookieOf(deps, session, SESSION_DAYS * 86_400))
      .code(204)
      .send();
  });
  app.get('/dashboard/api/session', async (request) => {
    const account = await signedIn(deps, request);
    return {
      account: { name: account.name, plan: account.plan },
      sandbox: await sandboxOf(deps.db, account.accountId),
    };
  });
  app.delete('/dashboard/api/session', async (request, reply) => {
    checkOrigin(request, deps);
    const session = sessionOf(deps, request);
    if (session) await signOut(deps.db, session);
    return reply
      .header('set-cookie', cookieOf(deps, '', 0))
      .code(204)
      .send();
  });
}

/** Lets the dashboard of a signed-in person into both workspaces of the account, uncounted. */
export function sessionGuard(deps: SessionDeps): Guard {
  return async (request) => {
    checkOrigin(request, deps);
    const account = await signedIn(deps, request);
    const { mode } = request.params as { mode: string };
    if (mode !== 'live' && mode !== 'test') throw new ApiError(404, 'Not found');
    const { workspaceId } = await workspaceOf(deps.db, account.accountId, mode);
    return { workspaceId, mode, plan: account.plan, scopes: ['read', 'write'] };
  };
}

/** The account of a signed-in person, for what belongs to no workspace, and how the log names them. */
export async function signedInActor(
  deps: SessionDeps,
  request: FastifyRequest,
): Promise<{ account: Account; by: Actor }> {
  checkOrigin(request, deps);
  const account = await signedIn(deps, request);
  const by = { name: `dashboard:${sessionTag(sessionOf(deps, request) ?? '')}`, address: request.ip };
  return { account, by };
}

export async function signedIn(deps: SessionDeps, request: FastifyRequest): Promise<Account> {
  const session = sessionOf(deps, request);
  const accountId = session && (await accountOfSession(deps.db, session));
  const account = accountId ? await findAccount(deps.db, accountId) : undefined;
  if (!account) throw new ApiError(401, 'Sign in first');
  return account;
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

/** Another site's page can make a browser send our cookie; it cannot make it lie about where the request comes from. */
function checkOrigin(request: FastifyRequest, { baseUrl }: SessionDeps): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin, host } = request.headers;
  // A proxy may have put its own name for us into Host; BASE_URL is the one people see.
  const ours = [host, new URL(baseUrl).host];
  if (origin !== undefined && (!URL.canParse(origin) || !ours.includes(new URL(origin).host))) {
    throw new ApiError(403, 'Requests from other sites are refused');
  }
}

function sessionOf(deps: SessionDeps, request: FastifyRequest): string | undefined {
  const name = cookieName(deps);
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

function cookieOf(deps: SessionDeps, session: string, seconds: number): string {
  const secure = deps.baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(deps)}=${session}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
}

/** Browsers share cookies between the ports of a host; with the port in the name two local servers do not sign each other out. */
function cookieName({ baseUrl }: SessionDeps): string {
  const url = new URL(baseUrl);
  return url.protocol === 'https:' ? '__Host-visibility' : `visibility_${url.port || '80'}`;
}
