import { createHash } from 'node:crypto';
import { ApiError } from '../base/errors.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import type { Db } from '../store/db.ts';
import {
  claimRequest,
  type EarlierRequest,
  forgetRequests,
  type NamedRequest,
  releaseRequest,
  saveAnswerOf,
} from '../store/system/idempotency-keys.ts';
import { errorBody } from './errors.ts';
import { Ndjson, type SentAnswer } from './route.ts';

interface Deps {
  db: Db;
  secrets: SecretsBox;
}

export interface OnceRequest extends Omit<NamedRequest, 'path'> {
  /** Including the query, which is part of the request. */
  url: string;
  body: unknown;
  /** Identifies this attempt among those with the same key. */
  requestId: string;
}

const KEPT_MS = 24 * 3_600_000;
// Longer than any request takes. After this, another attempt replaces a crashed one.
const LEASE_MS = 120_000;
const LONGEST_KEY = 255;
const LONGEST_PATH = 500;

/**
 * Runs a POST once per `Idempotency-Key`; a repeated request gets the stored response. The response is stored right
 * after the commit, not in the same transaction: if the process crashes in between, the request can run again after the
 * lease.
 */
export async function once(
  { db, secrets }: Deps,
  { url, body, ...given }: OnceRequest,
  work: () => Promise<SentAnswer>,
): Promise<SentAnswer> {
  const [path = '', query = ''] = url.split('?');
  const request = { ...given, path };
  checkName(request);
  const fingerprint = fingerprintOf(query, body);
  const now = new Date();
  const earlier = await claimRequest(db, request, {
    fingerprint,
    token: request.requestId,
    now,
    leaseUntil: new Date(now.getTime() + LEASE_MS),
    keptSince: new Date(now.getTime() - KEPT_MS),
  });
  if (earlier) return repeat(secrets, request, { earlier, fingerprint });
  const answer = await work().catch(async (error: unknown) => {
    if (!isFinal(error)) await releaseRequest(db, request, request.requestId);
    else await keep({ db, secrets }, request, errorAnswer(error, url));
    throw error;
  });
  // The work is committed, so a failure here must not fail the request. A repeated request then gets "still running"
  // until the lease ends, instead of running a second time.
  // A file is only read, so a repeated request makes it again.
  const remembered = answer.file
    ? releaseRequest(db, request, request.requestId)
    : keep({ db, secrets }, request, answer);
  await remembered.catch(() => {});
  return answer;
}

/** Deletes entries older than a day. */
export async function forgetOldRequests(db: Db): Promise<number> {
  await forgetRequests(db, new Date(Date.now() - KEPT_MS));
  return 0;
}

function checkName({ path, key }: NamedRequest): void {
  if (key === '' || key.length > LONGEST_KEY) {
    throw new ApiError(422, `Idempotency-Key: must have 1 to ${LONGEST_KEY} characters`);
  }
  // No id is that long, and an index entry cannot be either.
  if (path.length > LONGEST_PATH) throw new ApiError(404, 'Not found');
}

function fingerprintOf(query: string, body: unknown): Buffer {
  const text = body instanceof Ndjson ? body.text : JSON.stringify(body);
  return createHash('sha256')
    .update(`${query}\n${text ?? ''}`)
    .digest();
}

function repeat(
  secrets: SecretsBox,
  request: NamedRequest,
  { earlier, fingerprint }: { earlier: EarlierRequest; fingerprint: Buffer },
): SentAnswer {
  if (!earlier.fingerprint.equals(fingerprint)) {
    throw new ApiError(422, 'Idempotency-Key: was already used for a different request');
  }
  if (!earlier.answer) {
    throw new ApiError(409, 'A request with this Idempotency-Key is still running', { 'retry-after': '1' });
  }
  const answer = JSON.parse(secrets.open(earlier.answer, rowOf(request))) as SentAnswer;
  return { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } };
}

async function keep(
  { db, secrets }: Deps,
  request: NamedRequest & { requestId: string },
  answer: SentAnswer,
): Promise<void> {
  const sealed = secrets.seal(JSON.stringify(answer), rowOf(request));
  await saveAnswerOf(db, request, { token: request.requestId, answer: sealed });
}

function rowOf({ workspaceId, path, key }: NamedRequest): string {
  return `idempotency ${workspaceId} ${path} ${key}`;
}

/** Client errors that would occur again. Errors with `Retry-After` are not stored. */
function isFinal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.headers['retry-after'] === undefined;
}

function errorAnswer(error: ApiError, url: string): SentAnswer {
  return { status: error.status, headers: error.headers, text: errorBody(error, url) };
}
