import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createFairQueue, type FairQueue } from '../api/fair-queue.ts';
import type { KeyGuardDeps } from '../api/guard.ts';
import { keyGuard } from '../api/guard.ts';
import type { Caller } from '../api/route.ts';
import { serve } from '../api/serve.ts';
import type { V1Deps } from '../api/v1/v1.ts';
import { v1Routes } from '../api/v1/v1.ts';
import { ApiError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { CallDeps } from './call.ts';
import { createMcpServer } from './server.ts';
import { type RouteTool, toolsOf } from './tools.ts';

export interface McpDeps extends V1Deps, KeyGuardDeps {
  log: Log;
  baseUrl: string;
  checkResponses?: boolean;
  queue?: FairQueue;
}

const BODY_LIMIT = 256 * 1024;

/**
 * `/mcp`: the API routes as tools, over streamable HTTP. Uses the same guard as the API, so keys, allow-lists, rate
 * limit and errors are the same. Stateless: any process can handle any request.
 */
export function mcpRoutes(app: FastifyInstance, deps: McpDeps): void {
  const tools = toolsOf(v1Routes(deps));
  const guard = keyGuard(deps, { isMcp: true });
  const { db, ask, log, checkResponses = false, queue = createFairQueue() } = deps;
  const callDeps = { db, ask, log, checkResponses, queue };
  serve(app, {
    method: 'POST',
    url: '/mcp',
    bodyLimit: BODY_LIMIT,
    guard: async (request, reply) => {
      checkOrigin(request, deps);
      return challenged(deps, () => guard(request, reply, { scope: 'read' }));
    },
    answer: async ({ request, reply, who: caller }) => {
      const response = await answer({ request, caller, tools, deps: callDeps });
      return reply
        .code(response.status)
        .headers(Object.fromEntries(response.headers))
        .header('cache-control', 'no-store')
        .send(await response.text());
    },
  });
}

/** Says with every 401 where a client can ask a person for access (RFC 9728). */
async function challenged<Result>({ baseUrl }: McpDeps, check: () => Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const place = `${baseUrl}/.well-known/oauth-protected-resource/mcp`;
    const challenge = `Bearer resource_metadata="${place}", scope="read write"`;
    throw new ApiError(401, error.message, { 'www-authenticate': challenge });
  }
}

/** Protects against DNS rebinding: browsers send the origin of the page. Other clients send none. */
function checkOrigin({ headers: { origin } }: FastifyRequest, { baseUrl }: { baseUrl: string }): void {
  if (origin === undefined || origin === new URL(baseUrl).origin) return;
  throw new ApiError(403, 'Pages of other origins cannot use /mcp');
}

interface Exchange {
  request: FastifyRequest;
  caller: Caller;
  tools: RouteTool[];
  deps: CallDeps;
}

async function answer({ request, caller, tools, deps }: Exchange): Promise<Response> {
  // A batch of a thousand calls would count as one request.
  if (Array.isArray(request.body)) throw new ApiError(400, 'Batches are not supported. Send one message per request.');
  const create = () => createMcpServer(deps, tools, { caller, request });
  const wanted = request.headers.accept ?? '';
  const isJson = !wanted.includes('text/event-stream') || wanted.includes('application/json');
  const sent = webRequest(request);
  const options = { parsedBody: request.body };
  if (!(await isLegacyRequest(sent, request.body))) {
    const handler = createMcpHandler(create, {
      responseMode: isJson ? 'auto' : 'sse',
      legacy: 'reject',
      // The tools never change, and a subscription would keep the request open.
      maxSubscriptions: 0,
    });
    return read(await handler.fetch(sent, options));
  }
  const server = create();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: isJson });
  await server.connect(transport);
  try {
    return await read(await transport.handleRequest(sent, options));
  } finally {
    await server.close();
  }
}

/** Reads it completely before the server closes: an event stream ends after the one response. */
async function read(response: Response): Promise<Response> {
  const { status, headers } = response;
  return new Response(status === 202 ? null : await response.text(), { status, headers });
}

function webRequest({ headers }: FastifyRequest): Request {
  const ofProtocol = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'));
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      // The response type is chosen above. The transport requires both types here.
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(Object.fromEntries(ofProtocol) as Record<string, string>),
    },
  });
}
