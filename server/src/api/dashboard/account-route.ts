import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';
import { requireRole } from '../../access/roles.ts';
import type { Doer } from '../../access/sessions.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { Role } from '../../store/accounts/members.ts';
import type { Answer, Parsed, Responses, RouteResult } from '../route.ts';
import { validate } from '../validate.ts';
import type { SessionDeps } from './session.ts';
import { signedInActor } from './session.ts';

/** A route of the dashboard for what belongs to the account and not to one of its workspaces. */
export interface AccountRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** The lowest role that may use it. */
  role: Role;
  query?: ZodType | undefined;
  body?: ZodType | undefined;
  responses: Responses;
  handle(input: AccountInput<unknown, unknown>): Promise<RouteResult>;
}

interface AccountInput<Query, Body> extends Doer {
  account: Account;
  params: Record<string, string>;
  query: Query;
  body: Body;
}

interface AccountSpec<Declared extends Responses, Status, Query, Body>
  extends Omit<AccountRoute, 'handle' | 'query' | 'body' | 'responses'> {
  query?: Query;
  body?: Body;
  responses: Declared;
  handle(input: AccountInput<Parsed<Query>, Parsed<Body>>): Promise<Answer<Declared, Status>>;
}

/** Ties the types of `query` and `body` to the handler's input, and those of `responses` to what it returns. */
export function accountRoute<
  Declared extends Responses,
  Status extends keyof Declared = never,
  Query extends ZodType | undefined = undefined,
  Body extends ZodType | undefined = undefined,
>({ query, body, handle, ...spec }: AccountSpec<Declared, Status, Query, Body>): AccountRoute {
  return {
    ...spec,
    query,
    body,
    handle: (input) => handle(input as AccountInput<Parsed<Query>, Parsed<Body>>) as Promise<RouteResult>,
  };
}

/**
 * Serves them under `/dashboard/api` to whoever is signed in. Not through `registerRoutes`: an answer that holds a
 * new key must not be kept for a repeated request, nor by a cache.
 */
export function accountRoutes(
  app: FastifyInstance,
  deps: SessionDeps & { checkResponses?: boolean },
  routes: AccountRoute[],
): void {
  const signedIn = new WeakMap<FastifyRequest, Doer>();
  for (const route of routes) {
    app.route({
      method: route.method,
      url: `/dashboard/api${route.path}`,
      onRequest: async (request) => {
        const who = await signedInActor(deps, request);
        requireRole(who.session.member, route.role);
        signedIn.set(request, who);
      },
      handler: async (request, reply) => {
        const who = signedIn.get(request);
        if (!who) throw new Error('a route was reached without signing in');
        const { status = 200, body } = await route.handle({
          ...who,
          account: who.session.account,
          params: request.params as Record<string, string>,
          query: route.query && validate(route.query, request.query),
          body: route.body && validate(route.body, request.body),
        });
        if (deps.checkResponses) route.responses[status]?.parse(body);
        return reply.code(status).header('cache-control', 'no-store').send(body);
      },
    });
  }
}
