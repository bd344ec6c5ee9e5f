import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../base/errors.ts';
import type { Guard } from './guard.ts';
import { type Caller, ReadyFile, ReadyJson, type Route, type RouteResult } from './route.ts';
import { validate } from './validate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    takesNdjson?: boolean;
  }
}

export interface RegisterOptions {
  prefix: string;
  guard: Guard;
  /** Checks every response against its schema before it leaves: in tests, so that drift fails there. */
  checkResponses: boolean;
}

/** Serves routes under a prefix behind a guard: guard, validate, handle, answer. */
export function registerRoutes(app: FastifyInstance, routes: Route[], options: RegisterOptions): void {
  // Found by the guard before the body is read, needed by the handler after.
  const callers = new WeakMap<FastifyRequest, Caller>();
  for (const route of routes) {
    app.route({
      method: route.method,
      url: options.prefix + route.path,
      config: { takesNdjson: route.takesNdjson },
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      onRequest: async (request, reply) => {
        callers.set(request, await options.guard(request, reply, route.scope));
      },
      handler: async (request, reply) => {
        const caller = callers.get(request);
        if (!caller) throw new Error('a route was reached without its guard');
        const result = await route.handle({
          caller,
          params: paramsOf(request),
          query: route.query && validate(route.query, request.query),
          body: route.body && validate(route.body, request.body),
        });
        if (options.checkResponses) checkResponse(route, result);
        return answer(reply, result);
      },
    });
  }
}

/** An id that cannot be stored cannot exist. */
function paramsOf(request: FastifyRequest): Record<string, string> {
  const params = request.params as Record<string, string>;
  for (const value of Object.values(params)) {
    if (value.includes('\0') || !value.isWellFormed()) throw new ApiError(404, 'Not found');
  }
  return params;
}

function answer(reply: FastifyReply, { status = 200, headers = {}, body }: RouteResult): FastifyReply {
  if (body === undefined) return reply.code(status).headers(headers).send();
  if (body instanceof ReadyFile) return answerFile(reply.code(status).headers(headers), body);
  const text = body instanceof ReadyJson ? body.text : JSON.stringify(body);
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(text);
}

function answerFile(reply: FastifyReply, { type, filename, size, bytes }: ReadyFile): FastifyReply {
  return reply
    .type(type)
    .header('content-length', size)
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(Readable.from(bytes));
}

function checkResponse(route: Route, { status = 200, body }: RouteResult): void {
  const schema = route.responses[status];
  if (!schema) throw new Error(`${route.method} ${route.path} does not declare status ${status}`);
  if (body instanceof ReadyFile && schema instanceof z.ZodFile) return;
  const text = body instanceof ReadyJson ? body.text : JSON.stringify(body);
  const value = text === undefined ? undefined : JSON.parse(text);
  const result = schema.safeParse(value);
  if (!result.success)
    throw new Error(`${route.method} ${route.path} answers what it does not declare: ${result.error}`);
}
