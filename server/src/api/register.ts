import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';
import { ApiError } from '../base/errors.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import type { Db } from '../store/db.ts';
import { etagOf, isKnown } from './etag.ts';
import { acceptedFormat, type ListFormat } from './formats.ts';
import type { Guard } from './guard.ts';
import { once } from './idempotency.ts';
import { openList, recordsOf } from './lists.ts';
import type { Caller, Route, RouteInput, RouteResult, SentAnswer } from './route.ts';
import { run, send, serve, toAnswer, validInput } from './serve.ts';
import { API_VERSION } from './version.ts';

export interface RegisterOptions {
  prefix: string;
  guard: Guard;
  /** Checks every response against its schema. Used in tests, to detect drift. */
  checkResponses: boolean;
  db: Db;
  secrets: SecretsBox;
}

/** Serves routes under a prefix: guard, validate, handle, respond. */
export function registerRoutes(app: FastifyInstance, routes: Route[], options: RegisterOptions): void {
  const serveRoute = (route: Route, url: string, { records, formatOf }: Listing) =>
    serve(app, {
      method: route.method,
      url,
      takesNdjson: route.takesNdjson,
      bodyLimit: route.bodyLimit,
      guard: (request, reply) => options.guard(request, reply, route.scope),
      answer: async ({ request, reply, who: caller }) => {
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
    serveRoute(route, url, { records, formatOf: acceptedFormat });
    if (!records) continue;
    for (const format of ['csv', 'ndjson'] as const)
      serveRoute(route, `${url}.${format}`, { records, formatOf: () => format });
  }
}

/** For routes that return a list: the record schemas, and the requested format. */
interface Listing {
  records: ZodType[] | undefined;
  formatOf(request: FastifyRequest): ListFormat;
}

/** The result of a route for callers without an HTTP request of their own. The guard must have run before. */
export function callRoute(
  route: Route,
  asked: RouteInput<unknown, unknown>,
  options: Pick<RegisterOptions, 'checkResponses'>,
): Promise<RouteResult> {
  return run(route, inputFrom(route, asked), options);
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
    route,
    records,
    format,
    input: inputOf(call),
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

/**
 * Adds an `ETag`. If the client already has the response, sends a 304, without computing the response if the route
 * supports it.
 */
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

/** Cached only by the client and revalidated on each request, so that data is never stale. */
function validators(etag: string): Record<string, string> {
  return { etag, 'cache-control': 'private, no-cache' };
}

function inputOf({ route, request, caller }: Call): RouteInput<unknown, unknown> {
  const { params, query, body } = request;
  return inputFrom(route, { caller, params: params as Record<string, string>, query, body });
}

function inputFrom(route: Route, { caller, ...sent }: RouteInput<unknown, unknown>): RouteInput<unknown, unknown> {
  checkParams(sent.params);
  return { caller, ...validInput(route, sent) };
}

/** An id that cannot be stored cannot exist. */
function checkParams(params: Record<string, string>): void {
  for (const value of Object.values(params)) {
    if (value.includes('\0') || !value.isWellFormed()) throw new ApiError(404, 'Not found');
  }
}

function handle({ route, options }: Call, input: RouteInput<unknown, unknown>): Promise<RouteResult> {
  return run(route, input, options);
}
