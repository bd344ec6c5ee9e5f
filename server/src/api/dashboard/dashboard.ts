import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../app.ts';
import { registerRoutes } from '../register.ts';
import { sendFile } from '../static-files.ts';
import { v1Routes } from '../v1/v1.ts';
import { accountRoutes } from './account-route.ts';
import { auditRoutes } from './audit.ts';
import { keyRoutes } from './keys.ts';
import { mailRoutes } from './mail.ts';
import { oauthClientRoutes } from './oauth-clients.ts';
import { sessionGuard, sessionRoutes } from './session.ts';

/** The dashboard: its page, its sign-in, and the API's own routes behind a session instead of a key. */
export function dashboardRoutes(app: FastifyInstance, deps: AppDeps): void {
  sessionRoutes(app, deps);
  accountRoutes(app, deps, [...keyRoutes(deps), ...oauthClientRoutes(deps), ...auditRoutes(deps)]);
  mailRoutes(app, deps);
  registerRoutes(app, v1Routes(deps), {
    prefix: '/dashboard/api/:mode',
    guard: sessionGuard(deps),
    checkResponses: deps.checkResponses ?? false,
    db: deps.db,
    secrets: deps.secrets,
  });
  app.get('/*', (request, reply) => {
    const isApi = /^\/(api|oauth|\.well-known|dashboard\/api)(\/|$|\?)/.test(request.url);
    const sent = deps.files && !isApi ? sendFile(deps.files, request, reply) : undefined;
    return sent ?? reply.callNotFound();
  });
}
