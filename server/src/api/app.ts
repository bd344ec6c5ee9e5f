import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import { ApiError } from '../base/errors.ts';
import { makeId } from '../base/id.ts';
import { findOversize } from '../base/json-size.ts';
import type { Log } from '../base/log.ts';
import type { Replica } from '../store/replica.ts';
import { allowOtherOrigins } from './cors.ts';
import { type DashboardDeps, dashboardRoutes } from './dashboard/dashboard.ts';
import { DEPRECATIONS, type Deprecations } from './deprecations.ts';
import { docsRoutes } from './docs.ts';
import { drainOnClose } from './drain.ts';
import {
  answerBrokenHttp,
  answerError,
  answerExpectation,
  answerNotFound,
  bodyEncoded,
  type MethodsOf,
  notJson,
} from './errors.ts';
import { createFairQueue } from './fair-queue.ts';
import { type KeyGuardDeps, keyGuard } from './guard.ts';
import { healthRoutes } from './health.ts';
import { oauthRoutes } from './oauth.ts';
import { referenceRoutes } from './openapi/reference.ts';
import { registerRoutes } from './register.ts';
import { Ndjson } from './route.ts';
import { traceRequests } from './trace-requests.ts';
import { v1Routes } from './v1/v1.ts';
import { API_VERSION } from './version.ts';

export interface AppDeps extends DashboardDeps, KeyGuardDeps {
  log: Log;
  trustProxy: string[];
  /** Shown by `/readyz`, if there is one. */
  replica?: Replica | undefined;
  /** Aborted before the server stops: `/readyz` is 503 from then on, while requests are still served. */
  leaving?: AbortSignal;
  /** Default: those of this version. */
  deprecations?: Deprecations;
  onResponse?: (request: FastifyRequest, status: number, seconds: number) => void;
}

const BODY_LIMIT = 64 * 1024;

/** The HTTP server: API, dashboard and health checks. */
export function createApp(deps: AppDeps): FastifyInstance {
  const { log } = deps;
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    genReqId: () => makeId('req'),
    requestIdHeader: false,
    trustProxy: deps.trustProxy.length > 0 ? deps.trustProxy : false,
    forceCloseConnections: 'idle',
    // Fastify's response would not have our error format. `drainOnClose` responds instead.
    return503OnClosing: false,
    // Slow clients cannot delay a shutdown for longer.
    requestTimeout: 60_000,
    // Larger than any request line, so that an overlong id gets the same 404 as any other unknown id.
    routerOptions: { maxParamLength: 64 * 1024 },
    http: { requireHostHeader: false },
    clientErrorHandler: answerBrokenHttp,
    frameworkErrors: (error, _request, reply) => answerError(error, reply, log),
  });
  app.server.on('checkExpectation', answerExpectation);
  const methods = knownMethods(app);
  app.setErrorHandler((error, _request, reply) => answerError(error, reply, log));
  parseBodies(app);
  traceRequests(app);
  stampResponses(app, deps);
  allowOtherOrigins(app, '/api/v1');
  const stopping = drainOnClose(app);
  answerNotFound(app, methods);

  healthRoutes(app, deps);
  const { db, secrets, baseUrl, checkResponses = false, queue = createFairQueue() } = deps;
  const v1 = { prefix: '/api/v1', guard: keyGuard(deps), checkResponses, queue, db, secrets, baseUrl };
  registerRoutes(app, v1Routes({ ...deps, stopping }), { ...v1, deprecations: deps.deprecations ?? DEPRECATIONS });
  referenceRoutes(app, deps);
  docsRoutes(app);
  oauthRoutes(app, deps);
  dashboardRoutes(app, { ...deps, queue });
  return app;
}

/** The methods of a path, for the `Allow` header of a 405. */
function knownMethods(app: FastifyInstance): MethodsOf {
  const known: { segments: string[]; method: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    for (const one of [method].flat()) known.push({ segments: url.split('/'), method: one });
  });
  return (path) => {
    const segments = path.split('/');
    const matching = known.filter(
      (one) =>
        one.segments.length === segments.length &&
        one.segments.every((segment, i) => segment.startsWith(':') || segment === segments[i]),
    );
    // `/alerts/backtest` is not an alert id: of the matching paths, the one with the fewest parameters wins.
    const fewest = Math.min(...matching.map(parametersOf));
    const meant = matching.filter((one) => parametersOf(one) === fewest);
    return [...new Set(meant.map(({ method }) => method))].sort();
  };
}

function parametersOf({ segments }: { segments: string[] }): number {
  return segments.filter((segment) => segment.startsWith(':')).length;
}

/** Parses JSON, and NDJSON on routes that accept it. */
function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      const text = textOf(request, bytes);
      return text === '' ? undefined : parseJson(text);
    },
  );
  app.addContentTypeParser(
    'application/x-ndjson',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (!request.routeOptions.config.takesNdjson) throw notJson();
      return new Ndjson(textOf(request, bytes));
    },
  );
}

/** Rejects bodies that are not valid UTF-8. Otherwise invalid bytes would be stored as replacement characters. */
function textOf(request: FastifyRequest, bytes: Buffer): string {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new ApiError(415, 'The request body must be encoded as UTF-8');
  }
  if (!/^(?:identity)?$/i.test(request.headers['content-encoding'] ?? '')) throw bodyEncoded();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError(400, 'The request body is not valid UTF-8');
  }
}

function parseJson(text: string): unknown {
  const oversize = findOversize(text);
  if (oversize !== undefined) throw new ApiError(422, oversize);
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, 'The request body is not valid JSON');
  }
}

function stampResponses(app: FastifyInstance, { log, onResponse }: AppDeps): void {
  // These fields never hold a secret, and looking for one takes longer than making the line.
  const accessLog = log.child({}, { redact: [] });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-api-version', API_VERSION);
    reply.header('x-content-type-options', 'nosniff');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const seconds = reply.elapsedTime / 1000;
    const path = request.url.split('?')[0];
    accessLog.info(
      { request_id: request.id, method: request.method, path, status: reply.statusCode, seconds },
      'request',
    );
    onResponse?.(request, reply.statusCode, seconds);
    done();
  });
}
