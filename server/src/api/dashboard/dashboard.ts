import type { FastifyInstance } from 'fastify';
import { createAttemptLimit } from '../../access/attempt-limit.ts';
import { createBadKeyThrottle } from '../../access/bad-key-throttle.ts';
import { createPasswords } from '../../access/passwords.ts';
import { FAILURE_WINDOW_SECONDS } from '../../access/sign-in.ts';
import type { Log } from '../../base/log.ts';
import { createFairQueue, type FairQueue } from '../fair-queue.ts';
import { registerRoutes } from '../register.ts';
import { type StaticFiles, sendFile } from '../static-files.ts';
import { type V1Deps, v1Routes } from '../v1/v1.ts';
import { ownRoutes } from './account.ts';
import { accountRoutes } from './account-route.ts';
import { auditRoutes } from './audit.ts';
import { connectRoutes } from './connect.ts';
import { invitationRoutes } from './invitation.ts';
import { keyRoutes } from './keys.ts';
import { mailRoutes } from './mail.ts';
import { type MemberDeps, memberRoutes } from './members.ts';
import { oauthClientRoutes } from './oauth-clients.ts';
import { type OidcSignIn, oidcRoutes } from './oidc.ts';
import { type SessionDeps, sessionGuard } from './session.ts';
import { SHARED_PREFIX, sharedRoutes, shareGuard, shareLinkRoutes, shareRoutes } from './share.ts';
import { signInRoutes } from './sign-in.ts';
import { visitorRoutes } from './visitor-route.ts';
import { type WorkspaceDeps, workspaceRoutes } from './workspace-routes.ts';

export interface DashboardDeps extends V1Deps, SessionDeps, MemberDeps, WorkspaceDeps {
  files: StaticFiles | undefined;
  /** The cost of hashing a password, as a power of two. Default: that of stored passwords. */
  passwordLogCost?: number;
  checkResponses?: boolean;
  queue?: FairQueue;
  oidc?: OidcSignIn | undefined;
  log: Log;
}

/** The dashboard: its page, its sign-in, and the API routes behind a session instead of a key. */
export function dashboardRoutes(app: FastifyInstance, deps: DashboardDeps): void {
  const signIn = {
    db: deps.db,
    baseUrl: deps.baseUrl,
    secrets: deps.secrets,
    passwords: createPasswords({ logCost: deps.passwordLogCost }),
    wrongPasswords: createAttemptLimit(deps.db, { name: 'sign-in', windowSeconds: FAILURE_WINDOW_SECONDS }),
    oidc: deps.oidc?.settings,
  };
  if (deps.oidc) oidcRoutes(app, { ...deps, oidc: deps.oidc, failures: signIn.wrongPasswords });
  const share = { db: deps.db, baseUrl: deps.baseUrl, badTokens: createBadKeyThrottle() };
  visitorRoutes(app, deps, [...signInRoutes(signIn), ...invitationRoutes(signIn), ...shareRoutes(share)]);
  accountRoutes(app, deps, [
    ...ownRoutes(signIn),
    ...memberRoutes(deps),
    ...keyRoutes(deps),
    ...oauthClientRoutes(deps),
    ...connectRoutes(deps),
    ...auditRoutes(deps),
    ...mailRoutes(deps),
  ]);
  const routes = [...v1Routes(deps), ...workspaceRoutes(deps)];
  const { db, secrets, queue = createFairQueue(), checkResponses = false } = deps;
  const shared = { checkResponses, queue, db, secrets };
  registerRoutes(app, [...routes, ...shareLinkRoutes(deps)], {
    prefix: '/dashboard/api/:mode',
    guard: sessionGuard(deps),
    ...shared,
  });
  registerRoutes(app, sharedRoutes(routes), { prefix: SHARED_PREFIX, guard: shareGuard(deps), ...shared });
  app.get('/*', (request, reply) => {
    const isApi = /^\/(api|mcp|oauth|\.well-known|dashboard\/api)(\/|$|\?)/.test(request.url);
    const sent = deps.files && !isApi ? sendFile(deps.files, request, reply) : undefined;
    return sent ?? reply.callNotFound();
  });
}
