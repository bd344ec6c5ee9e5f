import type { FastifyRequest } from 'fastify';
import { ApiError } from '../base/errors.ts';
import { traceHeaders } from '../base/tracing.ts';
import { NO_CSV } from './errors.ts';
import type { FairQueue } from './fair-queue.ts';
import type { Caller, Route, RouteInput, RouteResult } from './route.ts';
import { run, validInput } from './serve.ts';

export interface CallOptions {
  /** Checks every response against its schema. Used in tests, to detect drift. */
  checkResponses: boolean;
  queue: FairQueue;
}

/** A request of a caller that the guard has accepted. */
export interface Call {
  route: Route;
  request: FastifyRequest;
  caller: Caller;
  options: CallOptions;
}

export function inputOf({ route, request, caller }: Call): RouteInput<unknown, unknown> {
  const { params, query, body } = request;
  const origin = { requestId: request.id, ...traceHeaders() };
  return inputFrom(route, { caller, origin, params: params as Record<string, string>, query, body });
}

export function inputFrom(
  route: Route,
  { caller, origin, ...sent }: RouteInput<unknown, unknown>,
): RouteInput<unknown, unknown> {
  checkParams(sent.params);
  return { caller, ...(origin && { origin }), ...validInput(route, sent) };
}

/** An id that cannot be stored cannot exist. A record has no `.csv`. */
function checkParams(params: Record<string, string>): void {
  for (const value of Object.values(params)) {
    if (/^[a-z]+_\w+\.(?:csv|ndjson)$/.test(value)) throw new ApiError(404, NO_CSV);
    if (value.includes('\0') || !value.isWellFormed()) throw new ApiError(404, 'Not found');
  }
}

/** Runs the handler when it is the workspace's turn. */
export function handle(
  { route, request, caller, options }: Call,
  input: RouteInput<unknown, unknown>,
): Promise<RouteResult> {
  const { workspaceId } = caller;
  const asked = { workspaceId, load: route.load, socket: request.raw.socket };
  return options.queue.run(asked, () => run(route, input, options));
}
