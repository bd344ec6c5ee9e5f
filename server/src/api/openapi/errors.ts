import {
  domainNotAllowed,
  invalidKey,
  ipNotAllowed,
  missingScope,
  rateExceeded,
  tooManyBadKeys,
} from '../../access/errors.ts';
import { ApiError } from '../../base/errors.ts';
import type { Scope } from '../../store/accounts/api-keys.ts';
import { tooBusy } from '../fair-queue.ts';
import type { Route } from '../route.ts';
import { refuseUnknown } from '../unknown-parameters.ts';
import { headersOf, RATE_HEADERS, STAMPS } from './headers.ts';
import { type Json, pointTo } from './json.ts';

/** The description of each error status. */
const MEANINGS: Record<number, string> = {
  400: 'The URL or the body is malformed.',
  401: 'The API key is missing, malformed, unknown, revoked or expired. The response is the same for all causes.',
  403: 'The key is valid, but not allowed from this address or domain, or it lacks the required scope.',
  404: 'The record does not exist or belongs to another account.',
  409: 'The request conflicts with existing data.',
  413: 'The body is too large.',
  415: 'The content type is not supported.',
  422: 'The request is invalid. `detail` lists the problems.',
  429: 'The hourly limit of the plan is used up, or there were too many invalid keys from this address.',
  500: 'Internal server error.',
  503: 'The database is unavailable, the server is stopping, or your other requests take too long.',
};

/** Errors that are the same for all endpoints, with their component names. */
const SHARED: Record<number, string> = {
  401: 'Unauthorized',
  413: 'TooLarge',
  415: 'WrongFormat',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'Unavailable',
};

/** Statuses after rate counting, which every key allowed from this address reaches. */
const COUNTED = new Set([404, 409, 413, 415, 422]);
const NEVER_COUNTED = new Set([401]);

/** All errors that an endpoint may return: its own, and those that follow from its input. */
export function errorResponses(route: Route): Json {
  const details = new Map<number, string[]>();
  for (const { status, message } of commonErrors(route)) details.set(status, [...(details.get(status) ?? []), message]);
  for (const [status, detail] of Object.entries(route.errors)) {
    const common = details.get(Number(status)) ?? [];
    details.set(Number(status), [detail, ...common.filter((text) => text !== detail)]);
  }
  const ordered = [...details].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    ordered.map(([status, texts]) => {
      const name = SHARED[status];
      return [status, name && !(status in route.errors) ? pointTo('responses', name) : errorResponse(status, texts)];
    }),
  );
}

/** Error responses shared by all endpoints without their own description. */
export function sharedErrors(): Json {
  const all = [...keyErrors('write'), ...bodyErrors(), ...serviceErrors()];
  return Object.fromEntries(
    Object.entries(SHARED).map(([status, name]) => {
      const details = all.filter((error) => error.status === Number(status)).map(({ message }) => message);
      return [name, errorResponse(Number(status), details)];
    }),
  );
}

function commonErrors(route: Route): ApiError[] {
  const takesBody = route.method !== 'GET';
  const hasParams = route.path.includes(':');
  return [
    ...(takesBody || hasParams ? [new ApiError(400, 'The URL is malformed')] : []),
    ...(takesBody ? bodyErrors() : []),
    // A route without a body still parses one that is sent, and rejects it if it is too large.
    ...(takesBody && !route.body ? [new ApiError(422, 'must not be nested more than 32 levels deep')] : []),
    ...keyErrors(route.scope),
    ...(hasParams && !(404 in route.errors) ? [new ApiError(404, 'Not found')] : []),
    ...(route.query ? [new ApiError(422, 'page: must be at least 1; per_page: must be at most 100')] : []),
    refuseUnknown('platfrom (did you mean platform?)'),
    ...(route.body ? [new ApiError(422, 'name: is required; unknown field color')] : []),
    ...(route.method === 'POST' ? idempotencyErrors() : []),
    ...serviceErrors(),
  ];
}

function keyErrors(scope: Scope): ApiError[] {
  return [invalidKey(), ipNotAllowed('203.0.113.7'), domainNotAllowed('shop.example.com'), missingScope(scope)];
}

function serviceErrors(): ApiError[] {
  return [
    rateExceeded('pro', 1234),
    tooManyBadKeys(42),
    new ApiError(500, 'Internal server error'),
    new ApiError(503, 'The database is not available. Try again in a few seconds.'),
    new ApiError(503, 'The server is stopping. Try again in a few seconds.'),
    tooBusy(),
  ];
}

function bodyErrors(): ApiError[] {
  return [
    new ApiError(400, 'The request body is not valid JSON'),
    new ApiError(413, 'The request body is too large'),
    new ApiError(415, 'The request body must be sent as Content-Type: application/json'),
  ];
}

function idempotencyErrors(): ApiError[] {
  return [
    new ApiError(409, 'A request with this Idempotency-Key is still running'),
    new ApiError(422, 'Idempotency-Key: was already used for a different request'),
  ];
}

function errorResponse(status: number, details: string[]): Json {
  return {
    description: MEANINGS[status] ?? details[0],
    headers: errorHeaders(status),
    content: { 'application/json': { schema: pointTo('schemas', 'Error'), ...examplesOf(details) } },
  };
}

function errorHeaders(status: number): Json {
  const always = [...STAMPS];
  const sometimes: string[] = [];
  if (!NEVER_COUNTED.has(status)) (COUNTED.has(status) ? always : sometimes).push(...RATE_HEADERS);
  if (status === 401) always.push('WWW-Authenticate');
  if ([409, 429, 503].includes(status)) sometimes.push('Retry-After');
  return headersOf(always, sometimes);
}

function examplesOf(details: string[]): Json {
  if (details.length === 1) return { example: { detail: details[0] } };
  return {
    examples: Object.fromEntries(details.map((detail, i) => [`case${i + 1}`, { summary: detail, value: { detail } }])),
  };
}
