import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { missingScope } from '../access/errors.ts';
import { type CallOptions, handle, inputFrom } from '../api/call.ts';
import { asApiError } from '../api/errors.ts';
import { holdsScope } from '../api/guard.ts';
import { type Caller, JsonText, ReadyFile, type RouteResult } from '../api/route.ts';
import { ApiError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { own } from '../base/own.ts';
import { listNames } from '../base/problems.ts';
import type { MeasureDeps } from '../measure/ask.ts';
import { bound } from './bound.ts';
import { withKeywordIds } from './keyword-argument.ts';
import { presentScores } from './present-scores.ts';
import { sumUsage } from './sum-usage.ts';
import { isFor, type RoutePart, type RouteTool } from './tools.ts';

type Json = Record<string, unknown>;

export interface ToolCall {
  caller: Caller;
  args: Json;
  request: FastifyRequest;
}

export interface CallDeps extends MeasureDeps, CallOptions {
  log: Log;
}

/** Runs a tool with the same checks and the same handler as the API route. Returns the response or error as text. */
export async function callTool(deps: CallDeps, tool: RouteTool, call: ToolCall): Promise<CallToolResult> {
  const { caller, request } = call;
  try {
    const scope = tool.parts[0]?.route.scope ?? 'read';
    if (!holdsScope(caller.scopes, scope)) throw missingScope(scope);
    if (!isFor(caller, tool)) throw new ApiError(404, 'This tool works only with a test key (svc_test_…)');
    const { what, ...given } = await withKeywordIds(deps.db, caller.workspaceId, { tool, args: call.args });
    const part = select(tool, what, given);
    const { route } = part;
    const input = inputFrom(route, { caller, ...sort(part, given) });
    const answer = answerOf(await handle({ route, request, caller, options: deps }, input));
    return resultOf(await present(deps, { caller, part, given, answer }), notesOf(part, given));
  } catch (error) {
    const known = asApiError(error);
    if (!known) deps.log.error({ err: error, request_id: request.id, tool: tool.tool.name }, 'tool failed');
    return { isError: true, content: [{ type: 'text', text: known?.message ?? 'Internal server error' }] };
  }
}

/** The operation that the arguments select. */
function select({ parts }: RouteTool, what: unknown, given: Json): RoutePart {
  const selected = parts.find((part) =>
    part.what === undefined ? part.when === undefined || own(given, part.when) != null : part.what === what,
  );
  if (selected) return selected;
  const whats = parts.flatMap((part) => part.what ?? []);
  if (whats.length > 0) throw new ApiError(422, `what: must be one of ${whats.join(', ')}`);
  throw new ApiError(422, `pass one of ${parts.map(({ when }) => when).join(', ')}`);
}

/** Rejects unknown arguments. A misspelled filter that is ignored would look as if it had been applied. */
function sort({ places, perPage, shownAs, what }: RoutePart, given: Json) {
  const params: Record<string, string> = {};
  const query: Json = {
    ...(perPage !== undefined && { per_page: String(perPage) }),
    ...(shownAs === 'scores' && { include: 'evidence' }),
  };
  const body: Json = {};
  const unknown = Object.keys(given).filter((name) => !places.has(name));
  if (unknown.length > 0) {
    const taken = [...places.keys()].join(', ') || 'no arguments';
    throw new ApiError(422, `unknown argument ${listNames(unknown)}; ${what ?? 'this tool'} accepts ${taken}`);
  }
  for (const [name, value] of Object.entries(given)) {
    const place = places.get(name);
    if (place === 'body') body[name] = value;
    else if (value === null || value === undefined) continue;
    else if (place === 'path') params[name] = String(value);
    // Query values are text. Objects and lists are left as they are, so that validation reports them.
    else query[name] = typeof value === 'object' ? value : String(value);
  }
  for (const [name, place] of places) {
    if (place === 'path' && !own(params, name)) throw new ApiError(422, `${name}: is required`);
  }
  return { params, query, body };
}

interface Answered {
  caller: Caller;
  part: RoutePart;
  given: Json;
  answer: Json;
}

async function present(deps: CallDeps, { caller, part, given, answer }: Answered): Promise<Json> {
  if (part.shownAs === 'scores') return presentScores(deps, caller.workspaceId, answer);
  return part.shownAs === 'usage' && given.since == null ? sumUsage(answer) : answer;
}

function notesOf({ noteWith = {} }: RoutePart, given: Json): string[] {
  return Object.entries(noteWith).flatMap(([name, note]) => (own(given, name) == null ? [] : [note]));
}

function answerOf({ body }: RouteResult): Json {
  if (body instanceof ReadyFile) throw new Error('Tools cannot return files');
  return body instanceof JsonText ? JSON.parse(body.text) : { ...(body ?? { done: true }) };
}

/** Text only: every client reads it, and `structuredContent` would send the same data again. */
function resultOf(answer: Json, notes: string[]): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(bound(answer, notes)) }] };
}
