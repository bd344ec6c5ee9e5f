import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ZodType, z } from 'zod';
import { ApiError } from '../base/errors.ts';
import { first } from '../base/turns.ts';
import { isTimedOut } from '../store/db.ts';
import { announce, type Deprecation } from './deprecations.ts';
import type { Load } from './fair-queue.ts';
import { JsonText, ReadyFile, type Responses, type RouteResult, type SentAnswer } from './route.ts';
import { validate } from './validate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    takesNdjson?: boolean;
  }
}

/** One URL of the server: its guard and its handler. */
export interface Endpoint<Who> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  bodyLimit?: number | undefined;
  takesNdjson?: boolean;
  /** Long work gives way to small requests. Default: small. */
  load?: Load;
  deprecation?: Deprecation | undefined;
  /** Runs before the body is read, so that unauthenticated clients cannot send large bodies. */
  guard(request: FastifyRequest, reply: FastifyReply): Promise<Who>;
  answer(call: { request: FastifyRequest; reply: FastifyReply; who: Who }): Promise<FastifyReply>;
}

/** Registers a URL: guard first, then the handler. */
export function serve<Who>(app: FastifyInstance, { guard, answer, ...endpoint }: Endpoint<Who>): void {
  const callers = new WeakMap<FastifyRequest, { who: Who }>();
  const { deprecation, load = 'small' } = endpoint;
  app.route({
    method: endpoint.method,
    url: endpoint.url,
    config: { takesNdjson: endpoint.takesNdjson ?? false },
    ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
    ...(deprecation && {
      onSend: async (_request: FastifyRequest, reply: FastifyReply) => announce(deprecation, reply),
    }),
    onRequest: async (request, reply) => {
      callers.set(request, { who: await first(() => guard(request, reply)) });
    },
    handler: async (request, reply) => {
      const caller = callers.get(request);
      if (!caller) throw new Error('A route was called without its guard');
      const work = () => answer({ request, reply, who: caller.who });
      return load === 'small' ? first(work) : work();
    },
  });
}

/** The declared parts of a route, for any kind of caller. */
interface Declared<Input> {
  method: string;
  path: string;
  query?: ZodType | undefined;
  body?: ZodType | undefined;
  bodyShape?: ZodType | undefined;
  responses: Responses;
  handle(input: Input): Promise<RouteResult>;
}

interface Sent {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Validates the parts of a request. Throws a 422 with all problems. */
export function validInput({ query, body, bodyShape }: Omit<Declared<never>, 'handle'>, sent: Sent) {
  return {
    params: sent.params as Record<string, string>,
    query: query && validate(query, sent.query),
    // A route with several body shapes validates the body itself.
    body: bodyShape ? sent.body : body && validate(body, sent.body),
  };
}

/** The handler's result. In tests, it is checked against its schema. */
export async function run<Input>(
  route: Declared<Input>,
  input: Input,
  { checkResponses }: { checkResponses: boolean },
): Promise<RouteResult> {
  const result = await route.handle(input).catch((error: unknown) => {
    throw route.method === 'GET' && isTimedOut(error) ? tooWide() : error;
  });
  if (checkResponses) checkResponse(route, result);
  return result;
}

/** A read that ran into the statement timeout would do so again: a retry, as after a 503, would only add load. */
function tooWide(): ApiError {
  return new ApiError(
    422,
    'This request reads more than the database can read in time. Narrow it to fewer days, one keyword or one platform.',
  );
}

export function toAnswer({ status = 200, headers = {}, body }: RouteResult): SentAnswer {
  if (body instanceof ReadyFile) return { status, headers, text: undefined, file: body };
  const text = body instanceof JsonText ? body.text : body && JSON.stringify(body);
  return { status, headers, text };
}

export function send(reply: FastifyReply, { status, headers, text, bytes, file }: SentAnswer): FastifyReply {
  reply.code(status).headers(headers);
  if (file) return sendFile(reply, file);
  const body = bytes ?? text;
  return body === undefined ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
}

function sendFile(reply: FastifyReply, { type, filename, size, bytes }: ReadyFile): FastifyReply {
  return reply
    .type(type)
    .header('content-length', size)
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(Readable.from(bytes));
}

function checkResponse({ method, path, responses }: Omit<Declared<never>, 'handle'>, result: RouteResult): void {
  const { status, text, file } = toAnswer(result);
  const schema = responses[status];
  if (!schema) throw new Error(`${method} ${path} does not declare status ${status}`);
  if (file && schema instanceof z.ZodFile) return;
  const checked = schema.safeParse(text === undefined ? undefined : JSON.parse(text));
  if (!checked.success)
    throw new Error(`${method} ${path} returned a body that does not match its schema: ${checked.error}`);
}
