import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ZodType, z } from 'zod';
import { ApiError } from '../base/errors.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import type { Db } from '../store/db.ts';
import { etagOf, isKnown } from './etag.ts';
import { acceptedFormat, type ListFormat } from './formats.ts';
import type { Guard } from './guard.ts';
import { once } from './idempotency.ts';
import { openList, recordsOf } from './lists.ts';
import {
  type Caller,
  JsonText,
  ReadyFile,
  type Route,
  type RouteInput,
  type RouteResult,
  type SentAnswer,
} from './route.ts';
import { validate } from './validate.ts';
import { API_VERSION } from './version.ts';

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
  db: Db;
  secrets: SecretsBox;
}

/** Serves routes under a prefix behind a guard: guard, validate, handle, answer. */
export function registerRoutes(app: FastifyInstance, routes: Route[], options: RegisterOptions): void {
  // Found by the guard before the body is read, needed by the handler after.
  const callers = new WeakMap<FastifyRequest, Caller>();
  const serve = (route: Route, url: string, { records, formatOf }: Listing) =>
    app.route({
      method: route.method,
      url,
      config: { takesNdjson: route.takesNdjson },
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      onRequest: async (request, reply) => {
        callers.set(request, await options.guard(request, reply, route.scope));
      },
      handler: async (request, reply) => {
        const caller = callers.get(request);
        if (!caller) throw new Error('a route was reached without its guard');
        const call = { route, request, caller, options };
        if (!records) return send(reply, await answerTo(call));
        const format = formatOf(request);
        reply.header('vary', 'Accept');
        return format === 'json' ? send(reply, await answerTo(call)) : sendList(reply, call, { records, format });
      },
    });
  for (const route of routes) {
    const records = recordsOf(route);
    const url = options.prefix + route.path;
    serve(route, url, { records, formatOf: acceptedFormat });
    if (!records) continue;
    for (const format of ['csv', 'ndjson'] as const)
      serve(route, `${url}.${format}`, { records, formatOf: () => format });
  }
}

/** For routes that answer with a list: the schemas of its records, and in which format a request wants them. */
interface Listing {
  records: ZodType[] | undefined;
  formatOf(request: FastifyRequest): ListFormat;
}

/** What a request would be answered, for who comes another way than by a request of its own; the guard has let them in. */
export function callRoute(
  route: Route,
  asked: RouteInput<unknown, unknown>,
  options: Pick<RegisterOptions, 'checkResponses'>,
): Promise<RouteResult> {
  return run(route, validInput(route, asked), options);
}

interface Call {
  route: Route;
  request: FastifyRequest;
  caller: Caller;
  options: RegisterOptions;
}

async function sendList(
  reply: FastifyReply,
  call: Call,
  { records, format }: { records: ZodType[]; format: 'csv' | 'ndjson' },
): Promise<FastifyReply> {
  const { route, request, options } = call;
  const asked = request.query as Record<string, unknown>;
  const { headers, lines } = await openList({
    ...{ route, records, format, input: inputOf(call) },
    isPage: 'page' in asked || 'per_page' in asked,
    isHead: request.method === 'HEAD',
    ask: (input) => handle(call, input),
    checkRecords: options.checkResponses,
  });
  return reply.headers(headers).send(lines);
}

function answerTo(call: Call): Promise<SentAnswer> {
  const { route, request, caller, options } = call;
  const key = request.headers['idempotency-key'];
  if (route.method === 'GET') return answerGet(call);
  const answer = async () => toAnswer(await handle(call, inputOf(call)));
  if (route.method !== 'POST' || key === undefined) return answer();
  const named = { workspaceId: caller.workspaceId, url: request.url, key: String(key) };
  return once(options, { ...named, body: request.body, requestId: request.id }, answer);
}

/** With an `ETag`; a client that already has the answer is told so, where the route allows without making it. */
async function answerGet(call: Call): Promise<SentAnswer> {
  const { route, request, caller } = call;
  const input = inputOf(call);
  const known = request.headers['if-none-match'];
  const etagAt = (version: string) => etagOf(API_VERSION, caller.workspaceId, request.url, version);
  if (known !== undefined && route.version) {
    const etag = etagAt(await route.version(caller));
    if (isKnown(known, etag)) return unchanged(etag);
  }
  const result = await handle(call, input);
  const answer = toAnswer(result);
  const etag = result.version === undefined ? etagOf(caller.workspaceId, answer.text ?? '') : etagAt(result.version);
  if (known !== undefined && isKnown(known, etag)) return unchanged(etag);
  return { ...answer, headers: { ...answer.headers, ...validators(etag) } };
}

function unchanged(etag: string): SentAnswer {
  return { status: 304, headers: validators(etag), text: undefined };
}

/** Kept by the client alone, and asked about each time: the numbers are never older than the last answer says. */
function validators(etag: string): Record<string, string> {
  return { etag, 'cache-control': 'private, no-cache' };
}

function inputOf({ route, request, caller }: Call): RouteInput<unknown, unknown> {
  const { query, body } = request;
  return validInput(route, { caller, params: request.params as Record<string, string>, query, body });
}

function validInput(route: Route, { caller, params, query, body }: RouteInput<unknown, unknown>) {
  return {
    caller,
    params: checkParams(params),
    query: route.query && validate(route.query, query),
    // A route that takes several shapes validates the one that is meant.
    body: route.bodyShape ? body : route.body && validate(route.body, body),
  };
}

/** An id that cannot be stored cannot exist. */
function checkParams(params: Record<string, string>): Record<string, string> {
  for (const value of Object.values(params)) {
    if (value.includes('\0') || !value.isWellFormed()) throw new ApiError(404, 'Not found');
  }
  return params;
}

function handle({ route, options }: Call, input: RouteInput<unknown, unknown>): Promise<RouteResult> {
  return run(route, input, options);
}

async function run(
  route: Route,
  input: RouteInput<unknown, unknown>,
  { checkResponses }: Pick<RegisterOptions, 'checkResponses'>,
): Promise<RouteResult> {
  const result = await route.handle(input);
  if (checkResponses) checkResponse(route, result);
  return result;
}

function toAnswer({ status = 200, headers = {}, body }: RouteResult): SentAnswer {
  if (body instanceof ReadyFile) return { status, headers, text: undefined, file: body };
  const text = body instanceof JsonText ? body.text : body && JSON.stringify(body);
  return { status, headers, text };
}

function send(reply: FastifyReply, { status, headers, text, file }: SentAnswer): FastifyReply {
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

function checkResponse(route: Route, result: RouteResult): void {
  const { status, text, file } = toAnswer(result);
  const schema = route.responses[status];
  if (!schema) throw new Error(`${route.method} ${route.path} does not declare status ${status}`);
  if (file && schema instanceof z.ZodFile) return;
  const checked = schema.safeParse(text === undefined ? undefined : JSON.parse(text));
  if (!checked.success)
    throw new Error(`${route.method} ${route.path} answers what it does not declare: ${checked.error}`);
}
