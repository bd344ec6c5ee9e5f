import type { FastifyRequest } from 'fastify';
import { type Call, handle, inputOf } from './call.ts';
import { etagOf, isKnown } from './etag.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { Caller, RouteResult, SentAnswer } from './route.ts';
import { toAnswer } from './serve.ts';
import { API_VERSION } from './version.ts';

/**
 * What was read while the guard still checked the key: one wait for the database instead of two. It is used only if the
 * guard accepts the key, and only for the workspace it was read for.
 */
export interface Early {
  workspaceId: string;
  result: Promise<RouteResult>;
}

/**
 * Starts reading for the caller that the key had before, unless the guard's version will probably be enough. Errors
 * appear when the guard is done, in the usual order.
 */
export function startEarly(call: Call, kept: KeptAnswers): Early | undefined {
  const { route, request, caller } = call;
  if (!route.version || request.headers['if-none-match'] !== undefined) return undefined;
  if (kept.get(nameOf(caller, request))) return undefined;
  const result = read(call);
  // A guard that rejects the request never looks at it.
  result.catch(() => {});
  return { workspaceId: caller.workspaceId, result };
}

async function read(call: Call): Promise<RouteResult> {
  return handle(call, inputOf(call));
}

export interface Sources {
  kept: KeptAnswers;
  early: Early | undefined;
}

/**
 * Adds an `ETag`. For routes with a version of their data, the version that the guard just read decides whether a
 * response in memory is still the current one, and whether the client already has it (304).
 */
export async function answerGet(call: Call, { kept, early }: Sources): Promise<SentAnswer> {
  const { route, request, caller } = call;
  const known = request.headers['if-none-match'];
  const name = nameOf(caller, request);
  const etagAt = (version: string) => etagOf(API_VERSION, caller.workspaceId, request.url, version);
  const version = route.version?.(caller);
  if (version !== undefined) {
    const before = kept.get(name);
    if (before?.version === version) return orUnchanged(before.answer, known);
    if (known !== undefined) {
      // The URL must be valid even if the client claims to have its response.
      inputOf(call);
      const etag = etagAt(version);
      if (isKnown(known, etag)) return unchanged(etag);
    }
  }
  const result = await (early?.workspaceId === caller.workspaceId ? early.result : read(call));
  const made = toAnswer(result);
  const etag = result.version === undefined ? etagOf(caller.workspaceId, made.text ?? '') : etagAt(result.version);
  const answer = { ...made, headers: { ...made.headers, ...validators(etag) } };
  if (version !== undefined && result.version !== undefined && kept.isRepeated(name)) {
    kept.set(name, {
      version: result.version,
      answer: { ...answer, text: undefined, bytes: Buffer.from(made.text ?? '') },
    });
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
