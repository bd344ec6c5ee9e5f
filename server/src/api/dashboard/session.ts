import type { FastifyRequest } from 'fastify';
import { requireRole } from '../../access/roles.ts';
import { identify, type SignedInActor, sessionTag, type Visitor } from '../../access/sessions.ts';
import { ApiError } from '../../base/errors.ts';
import type { Db } from '../../store/db.ts';
import { workspaceOf } from '../../store/workspaces/workspaces.ts';
import type { Guard } from '../guard.ts';
import { type CookieDeps, readCookie } from './cookie.ts';
import { checkOrigin } from './origin.ts';

export interface SessionDeps extends CookieDeps {
  db: Db;
}

/** Gives a signed-in person access to both workspaces of the account, without rate counting. */
export function sessionGuard(deps: SessionDeps): Guard {
  return async (request, _reply, { scope }) => {
    const { session, by } = await signedInActor(deps, request);
    requireRole(session.member, scope === 'read' ? 'viewer' : 'member');
    const { account } = session;
    const { mode } = request.params as { mode: string };
    if (mode !== 'live' && mode !== 'test') throw new ApiError(404, 'Not found');
    const { workspaceId } = await workspaceOf(deps.db, account.accountId, mode);
    return { workspaceId, mode, plan: account.plan, scopes: ['read', 'write'], by };
  };
}

/** The signed-in person, for account routes, and their name in the audit log. */
export async function signedInActor(deps: SessionDeps, request: FastifyRequest): Promise<SignedInActor> {
  checkOrigin(request, deps);
  const actor = await openSession(deps.db, readCookie(deps, request), visitorOf(request));
  if (!actor) throw new ApiError(401, 'Sign in first');
  return actor;
}

export function visitorOf(request: FastifyRequest): Visitor {
  return { userAgent: request.headers['user-agent'], address: request.ip };
}

/** The session of a token, and the name of its holder in the audit log. */
export async function openSession(
  db: Db,
  token: string | undefined,
  visitor: Visitor,
): Promise<SignedInActor | undefined> {
  const session = token === undefined ? undefined : await identify(db, token, visitor);
  if (!session || token === undefined) return undefined;
  const { member } = session;
  const name = `dashboard:${member?.email ?? sessionTag(token)}`;
  return { session, by: { name, address: visitor.address, member } };
}
