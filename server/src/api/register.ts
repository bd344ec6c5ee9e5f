import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';
import { own } from '../base/own.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import { nextTurn } from '../base/turns.ts';
import type { Db } from '../store/db.ts';
import { answerGet, type Early, type Sources, startEarly } from './answer-get.ts';
import { type Call, type CallOptions, handle, inputOf } from './call.ts';
import type { Deprecations } from './deprecations.ts';
import { acceptedFormat, type ListFormat } from './formats.ts';
import type { Guard } from './guard.ts';
import { once } from './idempotency.ts';
import { keepAnswers } from './kept-answers.ts';
import { openList, recordsOf } from './lists.ts';
import type { Caller, Route, SentAnswer } from './route.ts';
import { send, serve, toAnswer } from './serve.ts';
import { isStrict, refuseUnknown, unknownParameters } from './unknown-parameters.ts';

export interface RegisterOptions extends CallOptions {
  prefix: string;
  guard: Guard;
  db: Db;
  secrets: SecretsBox;
  deprecations?: Deprecations;
  /** For absolute links. */
  baseUrl?: string;
}

/** Serves routes under a prefix: guard, validate, handle, respond. */
export function registerRoutes(app: FastifyInstance, routes: Route[], options: RegisterOptions): void {
  const kept = keepAnswers();
  const serveRoute = (route: Route, url: string, { records, formatOf }: Listing) =>
    serve(app, {
      method: route.method,
      url,
      takesNdjson: route.takesNdjson,
      bodyLimit: route.bodyLimit,
      deprecation: own(options.deprecations, route.operation),
      load: route.load,
      guard: async (request, reply) => {
        const unknown = unknownParameters(route, request.query);
        if (unknown !== undefined) reply.header('x-unknown-parameters', unknown);
        const strict = isStrict(request.headers.prefer);
        if (strict) reply.header('preference-applied', 'handling=strict');
        let early: Early | undefined;
        const startFor = (caller: Caller) => {
          if (formatOf(request) === 'json') early = startEarly({ route, request, caller, options }, kept);
        };
        const caller = await options.guard(request, reply, { scope: route.scope, startFor });
        if (strict && unknown !== undefined) throw refuseUnknown(unknown);
        return { caller, early };
      },
      answer: async ({ request, reply, who: { caller, early } }) => {
        const call = { route, request, caller, options };
        if (!records) return send(reply, withAbsoluteLinks(await answerTo(call, { kept, early }), call));
        const format = formatOf(request);
        reply.header('vary', 'Accept');
        return format === 'json'
          ? send(reply, withAbsoluteLinks(await answerTo(call, { kept, early }), call))
          : sendList(reply, call, { records, format });
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

interface RegisteredCall extends Call {
  options: RegisterOptions;
}

async function sendList(
  reply: FastifyReply,
  call: RegisteredCall,
  { records, format }: { records: ZodType[]; format: 'csv' | 'ndjson' },
): Promise<FastifyReply> {
  const { route, request, caller, options } = call;
  const asked = request.query as Record<string, unknown>;
  const { workspaceId } = caller;
  const { headers, lines } = await openList({
    route,
    records,
    format,
    input: inputOf(call),
    isPage: 'page' in asked || 'per_page' in asked,
    isHead: request.method === 'HEAD',
    ask: (input) => handle(call, input),
    // Between batches, a slow client delays no other request. A file that has begun is not cut off.
    inTurn: (batch, longestWaitMs) =>
      options.queue.run({ workspaceId, load: 'export', socket: request.raw.socket, longestWaitMs }, async () => {
        await nextTurn();
        return batch();
      }),
    checkRecords: options.checkResponses,
  });
  return reply.headers(withAbsoluteLinks({ headers }, call).headers).send(lines);
}

/** Routes link to other pages by query only. Many clients do not resolve relative URLs. */
function withAbsoluteLinks<Answer extends { headers: Record<string, string> }>(
  answer: Answer,
  { request, options: { baseUrl } }: Pick<RegisteredCall, 'request' | 'options'>,
): Answer {
  const { link } = answer.headers;
  if (link === undefined || baseUrl === undefined) return answer;
  const path = request.url.split('?')[0]?.replace(/[<>"]/g, encodeURIComponent);
  return { ...answer, headers: { ...answer.headers, link: link.replaceAll('<?', `<${baseUrl}${path}?`) } };
}

function answerTo(call: RegisteredCall, sources: Sources): Promise<SentAnswer> {
  const { route, request, caller, options } = call;
  const key = request.headers['idempotency-key'];
  if (route.method === 'GET') return answerGet(call, sources);
  const answer = async () => toAnswer(await handle(call, inputOf(call)));
  if (route.method !== 'POST' || key === undefined) return answer();
  const named = { workspaceId: caller.workspaceId, url: request.url, key: String(key) };
  return once(options, { ...named, body: request.body, requestId: request.id }, answer);
}
