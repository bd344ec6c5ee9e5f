import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type Problem } from '../base/errors.ts';
import { makeId } from '../base/id.ts';
import type { Log } from '../base/log.ts';
import { own } from '../base/own.ts';
import { isDatabaseAway } from '../store/db.ts';
import { API_VERSION } from './version.ts';

/** Sends an error. Every error has the body of `errorBody`. */
export function answerError(error: unknown, reply: FastifyReply, log: Log): FastifyReply {
  const { request } = reply;
  const known = asApiError(error);
  if (!known) log.error({ err: error, request_id: request.id }, 'request failed');
  const shown = known ?? new ApiError(500, 'Internal server error');
  return (
    reply
      .code(shown.status)
      .header('x-request-id', request.id)
      // Errors before routing skip the hook that sets it.
      .header('x-api-version', API_VERSION)
      .headers(shown.headers)
      .type('application/json; charset=utf-8')
      .send(errorBody(shown, request.url))
  );
}

/** A validation error, as the dashboard's forms expect it. */
interface FormError {
  detail: string;
  problems: {
    /** The body field as a dotted path: `allowed_ips.0`. Empty if no single field is affected. */
    path: string;
    /** The sentence to show next to the field, without the field name. */
    message: string;
  }[];
}

/** Exactly `{"detail": string}`. For the dashboard's forms, also the problems by field, if any. */
export function errorBody({ message: detail, problems }: ApiError, url: string): string {
  if (problems.length === 0 || !url.startsWith('/dashboard/api/')) return JSON.stringify({ detail });
  const body: FormError = { detail, problems: problems.map(toShown) };
  return JSON.stringify(body);
}

function toShown({ path, message }: Problem): FormError['problems'][number] {
  // A first word that contains a dot is a domain and is not capitalized.
  const sentence = message.replace(/^[a-z]+(?= )/, (word) => word.charAt(0).toUpperCase() + word.slice(1));
  return { path: path.map(String).join('.'), message: /[.!?]$/.test(sentence) ? sentence : `${sentence}.` };
}

/** The 404 or 405 for an unknown path or method. */
export function answerNotFound(app: FastifyInstance, methods: MethodsOf): void {
  const errorFor = (request: FastifyRequest) => {
    const path = request.url.split('?')[0] ?? '';
    const allowed = hasEmptyPart(path) ? '' : methods(path).join(', ');
    if (allowed === '') return new ApiError(404, notFound(path, methods));
    return new ApiError(405, `Method ${request.method} is not allowed here. Allowed: ${allowed}`, { allow: allowed });
  };
  /** Whether a fixed path such as `/alerts/backtest` was matched as an id, because it does not have the method. */
  const isOtherPath = ({ url, method, routeOptions }: FastifyRequest) => {
    const path = url.split('?')[0] ?? '';
    const allowed = /:\w+$/.test(routeOptions.url ?? '') ? methods(path) : [method];
    return allowed.length > 0 && !allowed.includes(method);
  };
  // Before the body is parsed: a QUERY request without a body would fail there.
  app.addHook('onRequest', async (request) => {
    if (request.is404 || isOtherPath(request)) throw errorFor(request);
  });
  // A trailing slash would match as an empty id and return "record not found".
  app.addHook('preHandler', async (request) => {
    if (hasEmptyPart(request.url.split('?')[0] ?? '')) throw errorFor(request);
  });
  app.setNotFoundHandler((request) => {
    throw errorFor(request);
  });
}

export type MethodsOf = (path: string) => string[];

function hasEmptyPart(path: string): boolean {
  return path.startsWith('/api/v1/') && /\/(?:\/|$)/.test(path);
}

/** A 404 message that suggests the correct path if only the spelling differs. */
function notFound(path: string, methods: MethodsOf): string {
  const tidy = path.toLowerCase().replace(/\/+/g, '/').replace(/\/$/, '');
  if (tidy === '/api/v1' || tidy === '/api') return 'Not found. See /docs for all endpoints';
  const json = tidy.replace(/\.(?:csv|ndjson)$/, '');
  if (json !== tidy && methods(json).length > 0) return NO_CSV;
  const rooted = tidy.replace(/^(?:\/api)?(?:\/v1)?(?=\/)/, '/api/v1');
  const meant = [rooted, `${rooted}s`].find((one) => one.length <= LONGEST_HINT && methods(one).length > 0);
  return meant === undefined ? 'Not found' : `Not found. Did you mean ${meant}?`;
}

const LONGEST_HINT = 200;
export const NO_CSV = 'Not found. Only lists are available as CSV or NDJSON';

/** Responds to broken HTTP and oversized headers, directly on the socket. */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, detail] = own(BROKEN, error.code ?? '') ?? ['400 Bad Request', 'The request is not valid HTTP'];
  const body = JSON.stringify({ detail });
  const headers = Object.entries({ ...bareHeaders(), 'Content-Length': body.length, Connection: 'close' });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n${body}`);
}

const BROKEN: Record<string, [status: string, detail: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large'],
  HPE_INVALID_URL: ['400 Bad Request', 'The URL contains characters that must be percent-encoded'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
};

/** Responds to an `Expect` header other than `100-continue`, for which Node would send no body. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(417, bareHeaders()).end(JSON.stringify({ detail: 'The Expect header must be 100-continue' }));
}

function bareHeaders() {
  return {
    'X-Request-Id': makeId('req'),
    'X-API-Version': API_VERSION,
    'Content-Type': 'application/json; charset=utf-8',
  };
}

export const notJson = () => new ApiError(415, 'The request body must be sent as Content-Type: application/json');

/** Encoded bytes would be stored as corrupted text. */
export const bodyEncoded = () =>
  new ApiError(415, 'The request body must be sent without Content-Encoding', { 'accept-encoding': 'identity' });

/** The error to send to the client, or undefined if it is not a client error. */
export function asApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (isDatabaseAway(error)) {
    return new ApiError(503, 'The database is not available. Try again in a few seconds.', { 'retry-after': '5' });
  }
  return fromFramework(error as FastifyError);
}

function fromFramework({ code, statusCode, message }: FastifyError): ApiError | undefined {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(413, 'The request body is too large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return notJson();
    case 'FST_ERR_BAD_URL':
      return new ApiError(400, 'The URL is malformed');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ApiError(404, 'Not found');
    default:
      return statusCode !== undefined && statusCode < 500 ? new ApiError(statusCode, message) : undefined;
  }
}
