import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ZodType, z } from 'zod';
import { JsonText, ReadyFile, type Responses, type RouteResult, type SentAnswer } from './route.ts';
import { validate } from './validate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    takesNdjson?: boolean;
  }
}

/** One address of the server: who may call it, and what is answered. */
export interface Endpoint<Who> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  bodyLimit?: number | undefined;
  takesNdjson?: boolean;
  /** Runs before the body is read, so that strangers cannot make the server read one. */
  guard(request: FastifyRequest, reply: FastifyReply): Promise<Who>;
  answer(call: { request: FastifyRequest; reply: FastifyReply; who: Who }): Promise<FastifyReply>;
}

/** The one way in: guard, then answer. */
export function serve<Who>(app: FastifyInstance, { guard, answer, ...endpoint }: Endpoint<Who>): void {
  const callers = new WeakMap<FastifyRequest, { who: Who }>();
  app.route({
    method: endpoint.method,
    url: endpoint.url,
    config: { takesNdjson: endpoint.takesNdjson ?? false },
    ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
    onRequest: async (request, reply) => {
      callers.set(request, { who: await guard(request, reply) });
    },
    handler: async (request, reply) => {
      const caller = callers.get(request);
      if (!caller) throw new Error('a route was reached without its guard');
      return answer({ request, reply, who: caller.who });
    },
  });
}

/** What a route declares, for any kind of caller. */
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

/** The parts of a request as the route declares them; a 422 says what is wrong with them. */
export function validInput({ query, body, bodyShape }: Omit<Declared<never>, 'handle'>, sent: Sent) {
  return {
    params: sent.params as Record<string, string>,
    query: query && validate(query, sent.query),
    // A route that takes several shapes validates the one that is meant.
    body: bodyShape ? sent.body : body && validate(body, sent.body),
  };
}

/** The handler's answer; in tests checked against its schema. */
export async function run<Input>(
  route: Declared<Input>,
  input: Input,
  { checkResponses }: { checkResponses: boolean },
): Promise<RouteResult> {
  const result = await route.handle(input);
  if (checkResponses) checkResponse(route, result);
  return result;
}

export function toAnswer({ status = 200, headers = {}, body }: RouteResult): SentAnswer {
  if (body instanceof ReadyFile) return { status, headers, text: undefined, file: body };
  const text = body instanceof JsonText ? body.text : body && JSON.stringify(body);
  return { status, headers, text };
}

export function send(reply: FastifyReply, { status, headers, text, file }: SentAnswer): FastifyReply {
  reply.code(status).headers(headers);
  if (file) return sendFile(reply, file);
  return text === undefined ? reply.send() : reply.type('application/json; charset=utf-8').send(text);
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
  if (!checked.success) throw new Error(`${method} ${path} answers what it does not declare: ${checked.error}`);
}
