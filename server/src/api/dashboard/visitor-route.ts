import type { FastifyInstance } from 'fastify';
import type { ZodType } from 'zod';
import type { Visitor } from '../../access/sessions.ts';
import type { Answer, Parsed, Responses, RouteResult } from '../route.ts';
import { run, send, serve, toAnswer, validInput } from '../serve.ts';
import { type CookieDeps, readCookie, readShareCookie } from './cookie.ts';
import { checkOrigin } from './origin.ts';
import { visitorOf } from './session.ts';

/** A dashboard route that does not require sign-in. */
export interface VisitorRoute {
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH';
  path: string;
  body?: ZodType | undefined;
  bodyShape?: ZodType | undefined;
  responses: Responses;
  handle(input: VisitorInput<unknown>): Promise<RouteResult>;
}

interface VisitorInput<Body> {
  visitor: Visitor;
  /** The session token that the browser sent. */
  token: string | undefined;
  /** The token of a share link that the browser sent. */
  shareToken: string | undefined;
  body: Body;
}

interface VisitorSpec<Declared extends Responses, Status, Body>
  extends Omit<VisitorRoute, 'handle' | 'body' | 'responses'> {
  body?: Body;
  responses: Declared;
  handle(input: VisitorInput<Parsed<Body>>): Promise<Answer<Declared, Status>>;
}

/** Ties the type of `body` to the handler's input, and those of `responses` to its result. */
export function visitorRoute<
  Declared extends Responses,
  Status extends keyof Declared = never,
  Body extends ZodType | undefined = undefined,
>({ body, handle, ...spec }: VisitorSpec<Declared, Status, Body>): VisitorRoute {
  return { ...spec, body, handle: (input) => handle(input as VisitorInput<Parsed<Body>>) as Promise<RouteResult> };
}

/** Serves the routes under `/dashboard/api` to pages of this server. */
export function visitorRoutes(
  app: FastifyInstance,
  { checkResponses = false, ...deps }: CookieDeps & { checkResponses?: boolean },
  routes: VisitorRoute[],
): void {
  for (const route of routes) {
    serve(app, {
      method: route.method,
      url: `/dashboard/api${route.path}`,
      guard: async (request) => checkOrigin(request, deps),
      answer: async ({ request, reply }) => {
        const { body } = validInput(route, request);
        const tokens = { token: readCookie(deps, request), shareToken: readShareCookie(deps, request) };
        const input = { visitor: visitorOf(request), ...tokens, body };
        const result = await run(route, input, { checkResponses });
        return send(reply.header('cache-control', 'no-store'), toAnswer(result));
      },
    });
  }
}
