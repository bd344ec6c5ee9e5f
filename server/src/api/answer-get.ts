import type { FastifyRequest } from 'fastify';
import { type Call, handle, inputOf } from './call.ts';
import { etagOf, isKnown } from './etag.ts';
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts';
import type { Caller, RouteResult, SentAnswer } from './route.ts';
import { toAnswer } from './serve.ts';
import { API_VERSION } from './version.ts';

/**
 * What was read while the guard still checked the key: one wait for the database instead of two. It is used only if the
 * guard accepts the key, and only for the workspace it was read for.
 */
export interface Early {
  workspaceId: string;
  version?: Promise<string>;
  read?: Promise<Read>;
}

interface Read {
  result: RouteResult;
  /** The response in memory whose version was sent along. */
  before: KeptAnswer | undefined;
}

/** Starts reading for the caller that the key had before. Errors appear when the guard is done, in the usual order. */
export function startEarly(call: Call, kept: KeptAnswers): Early | undefined {
  const { route, request, caller } = call;
  if (!route.version) return undefined;
  const early: Early = { workspaceId: caller.workspaceId };
  const before = kept.get(nameOf(caller, request));
  if (!before && request.headers['if-none-match'] !== undefined) early.version = route.version(caller);
  else early.read = read(call, before);
  // A guard that rejects the request never looks at these.
  early.version?.catch(() => {});
  early.read?.catch(() => {});
  return early;
}

/** Asks for the response, or for the news that the one in memory is still the current one. */
async function read(call: Call, before: KeptAnswer | undefined): Promise<Read> {
  const input = before ? { ...before.input, knownVersion: before.version } : inputOf(call);
  return { result: await handle(call, { ...input, caller: call.caller }), before };
}

export interface Sources {
  kept: KeptAnswers;
  early: Early | undefined;
}

/**
 * Adds an `ETag`. For routes with a version of their data, the version decides whether the client already has the
 * response (304), and whether a response in memory is still the current one.
 */
export async function answerGet(call: Call, { kept, early }: Sources): Promise<SentAnswer> {
  const { route, request, caller } = call;
  const known = request.headers['if-none-match'];
  const name = nameOf(caller, request);
  const begun = early?.workspaceId === caller.workspaceId ? early : undefined;
  const etagAt = (version: string) => etagOf(API_VERSION, caller.workspaceId, request.url, version);
  if (known !== undefined && route.version && !kept.get(name)) {
    // The URL must be valid even if the client claims to have its response.
    inputOf(call);
    const etag = etagAt(await (begun?.version ?? route.version(caller)));
    if (isKnown(known, etag)) return unchanged(etag);
  }
  const { result, before } = await (begun?.read ?? read(call, kept.get(name)));
  if (before && result.isUnchanged) return orUnchanged(before.answer, known);
  const made = toAnswer(result);
  const etag = result.version === undefined ? etagOf(caller.workspaceId, made.text ?? '') : etagAt(result.version);
  const answer = { ...made, headers: { ...made.headers, ...validators(etag) } };
  if (result.version !== undefined) {
    kept.set(name, { version: result.version, answer, input: before?.input ?? inputOf(call) });
  }
  return orUnchanged(answer, known);
}

function orUnchanged(answer: SentAnswer, known: string | undefined): SentAnswer {
  const { etag = '' } = answer.headers;
  return known !== undefined && isKnown(known, etag) ? unchanged(etag) : answer;
}

function nameOf({ workspaceId }: Caller, { url }: FastifyRequest): string {
  return `${workspaceId} ${url}`;
}

function unchanged(etag: string): SentAnswer {
  return { status: 304, headers: validators(etag), text: undefined };
}

/** Cached only by the client and revalidated on each request, so that data is never stale. */
function validators(etag: string): Record<string, string> {
  return { etag, 'cache-control': 'private, no-cache' };
}
