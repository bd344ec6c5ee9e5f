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
import type { Route } from '../route.ts';
import { headersOf, RATE_HEADERS, STAMPS } from './headers.ts';
import { type Json, pointTo } from './json.ts';

/** What each status means for somebody who gets it. */
const MEANINGS: Record<number, string> = {
  400: 'The address or the body cannot be read.',
  401: 'No key, or one that does not work: missing, malformed, unknown, revoked and expired look the same.',
  403: 'The key works, but not from here or not for this.',
  404: 'There is no such record, or it is somebody else’s.',
  409: 'It contradicts what is stored.',
  413: 'The body is too large.',
  415: 'The body is in a format that is not taken.',
  422: 'It can be read, but is not allowed. All problems are named in one sentence.',
  429: 'The plan’s requests of this hour are used up, or too many wrong keys came from this address.',
  500: 'Our fault, not yours.',
  503: 'The service cannot reach its database or is about to stop.',
};

/** Those that are the same everywhere, and what they are called. */
const SHARED: Record<number, string> = {
  401: 'Unauthorized',
  413: 'TooLarge',
  415: 'WrongFormat',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'Unavailable',
};

/** After the rate was counted, which every key that may call from here gets to. */
const COUNTED = new Set([404, 409, 413, 415, 422]);
const NEVER_COUNTED = new Set([401]);

/** Every error an endpoint may answer: its own, and those that follow from what it takes. */
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

/** Written once for all endpoints that have no words of their own for them. */
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
    ...(takesBody || hasParams ? [new ApiError(400, 'The address is malformed')] : []),
    ...(takesBody ? bodyErrors() : []),
    // A route without a body of its own reads one that is sent, and refuses it over its size.
    ...(takesBody && !route.body ? [new ApiError(422, 'must not be nested more than 32 levels deep')] : []),
    ...keyErrors(route.scope),
    ...(hasParams && !(404 in route.errors) ? [new ApiError(404, 'Not found')] : []),
    ...(route.query ? [new ApiError(422, 'page: must be at least 1; per_page: must be at most 100')] : []),
    ...(route.body ? [new ApiError(422, 'name: is required; unknown field colour')] : []),
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
    new ApiError(422, 'Idempotency-Key: was already used for a request with another body'),
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
