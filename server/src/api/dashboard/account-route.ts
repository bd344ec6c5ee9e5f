import type { FastifyInstance } from 'fastify';
import type { ZodType } from 'zod';
import { requireRole } from '../../access/roles.ts';
import type { SignedInActor } from '../../access/sessions.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { Role } from '../../store/accounts/members.ts';
import type { Answer, Parsed, Responses, RouteResult } from '../route.ts';
import { run, send, serve, toAnswer, validInput } from '../serve.ts';
import type { SessionDeps } from './session.ts';
import { signedInActor } from './session.ts';

/** A dashboard route for account data, which belongs to no workspace. */
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

interface AccountInput<Query, Body> extends SignedInActor {
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

/** Ties the types of `query` and `body` to the handler's input, and those of `responses` to its result. */
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
 * Serves the routes under `/dashboard/api` to signed-in people. Unlike API responses, a response with a new key must
 * not be stored for idempotency or cached.
 */
export function accountRoutes(
  app: FastifyInstance,
  { checkResponses = false, ...deps }: SessionDeps & { checkResponses?: boolean },
  routes: AccountRoute[],
): void {
  for (const route of routes) {
    serve(app, {
      method: route.method,
      url: `/dashboard/api${route.path}`,
      guard: async (request) => {
        const who = await signedInActor(deps, request);
        requireRole(who.session.member, route.role);
        return who;
      },
      answer: async ({ request, reply, who }) => {
        const input = { ...who, account: who.session.account, ...validInput(route, request) };
        const result = await run(route, input, { checkResponses });
        return send(reply.header('cache-control', 'no-store'), toAnswer(result));
      },
    });
  }
}
