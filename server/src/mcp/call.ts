import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { missingScope } from '../access/errors.ts';
import { asApiError } from '../api/errors.ts';
import { holdsScope } from '../api/guard.ts';
import { callRoute } from '../api/register.ts';
import { type Caller, JsonText, ReadyFile, type RouteResult } from '../api/route.ts';
import { ApiError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { listNames } from '../base/problems.ts';
import type { MeasureDeps } from '../measure/ask.ts';
import { bound } from './bound.ts';
import { presentScores } from './present-scores.ts';
import { isFor, type RouteTool } from './tools.ts';

export interface ToolCall {
  caller: Caller;
  args: Record<string, unknown>;
  requestId: string;
}

export interface CallDeps extends MeasureDeps {
  log: Log;
  checkResponses: boolean;
}

/** Runs a tool with the same checks and the same handler as the API route. Returns the response or error as text. */
export async function callTool(deps: CallDeps, tool: RouteTool, call: ToolCall): Promise<CallToolResult> {
  try {
    if (!holdsScope(call.caller.scopes, tool.route.scope)) throw missingScope(tool.route.scope);
    if (!isFor(call.caller, tool)) throw new ApiError(404, 'This tool works only with a test key (svc_test_…)');
    const input = { caller: call.caller, ...sort(tool, call.args) };
    const answer = answerOf(await callRoute(tool.route, input, deps));
    const shown = tool.entry.hasScores ? await presentScores(deps, call.caller.workspaceId, answer) : answer;
    return resultOf(shown, notesOf(tool, call.args));
  } catch (error) {
    const known = asApiError(error);
    if (!known) deps.log.error({ err: error, request_id: call.requestId, tool: tool.tool.name }, 'tool failed');
    return failure(known ?? new ApiError(500, 'Internal server error'));
  }
}

/** Rejects unknown arguments. A misspelled filter that is ignored would look as if it had been applied. */
function sort({ places, entry }: RouteTool, args: Record<string, unknown>) {
  const params: Record<string, string> = {};
  const query: Record<string, unknown> = {
    ...(entry.perPage !== undefined && { per_page: String(entry.perPage) }),
    ...(entry.hasScores && { include: 'evidence' }),
  };
  const body: Record<string, unknown> = {};
  const unknown = Object.keys(args).filter((name) => !places.has(name));
  if (unknown.length > 0) {
    const taken = [...places.keys()].join(', ') || 'no arguments';
    throw new ApiError(422, `unknown argument ${listNames(unknown)}; this tool accepts ${taken}`);
  }
  for (const [name, value] of Object.entries(args)) {
    const place = places.get(name);
    if (place === 'body') body[name] = value;
    else if (value === null || value === undefined) continue;
    else if (place === 'path') params[name] = String(value);
    // Query values are text. Objects and lists are left as they are, so that validation reports them.
    else query[name] = typeof value === 'object' ? value : String(value);
  }
  for (const [name, place] of places) {
    if (place === 'path' && !params[name]) throw new ApiError(422, `${name}: is required`);
  }
  return { params, query, body };
}

function notesOf({ entry: { noteWith = {} } }: RouteTool, args: Record<string, unknown>): string[] {
  return Object.entries(noteWith).flatMap(([name, note]) => (args[name] == null ? [] : [note]));
}

function answerOf({ body }: RouteResult): Record<string, unknown> {
  if (body instanceof ReadyFile) throw new Error('Tools cannot return files');
  return body instanceof JsonText ? JSON.parse(body.text) : { ...(body ?? { done: true }) };
}

function resultOf(answer: Record<string, unknown>, notes: string[]): CallToolResult {
  const structuredContent = bound(answer, notes);
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

function failure({ status, message }: ApiError): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: message }],
    structuredContent: { status, detail: message },
  };
}
