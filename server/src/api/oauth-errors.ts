import type { FastifyError, FastifyReply } from 'fastify';
import { ApiError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { isDatabaseAway } from '../store/db.ts';

export type OauthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'invalid_grant'
  | 'invalid_target'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_token_type'
  | 'temporarily_unavailable'
  | 'server_error';

/** An error in the format of RFC 6749: `{"error", "error_description"}`. The default status is 400. */
export class OauthError extends ApiError {
  readonly code: OauthCode;

  constructor(
    code: OauthCode,
    description: string,
    { status = 400, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ) {
    super(status, description, headers);
    this.name = 'OauthError';
    this.code = code;
  }
}

/** The same for every cause, so that it reveals nothing to an attacker. HTTP requires a challenge with every 401. */
export const invalidClient = () =>
  new OauthError('invalid_client', 'Client authentication failed', {
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="oauth", charset="UTF-8"' },
  });

export function answerOauthError(error: unknown, reply: FastifyReply, log: Log): FastifyReply {
  const known = toOauthError(error);
  if (!known) log.error({ err: error, request_id: reply.request.id }, 'request failed');
  const { status, code, message, headers } =
    known ?? new OauthError('server_error', 'Internal server error', { status: 500 });
  return reply
    .code(status)
    .headers({ ...NOT_STORED, ...headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: code, error_description: message }));
}

/** For all responses that may contain a token or its details. */
export const NOT_STORED = { 'cache-control': 'no-store', pragma: 'no-cache' };

function toOauthError(error: unknown): OauthError | undefined {
  if (error instanceof OauthError) return error;
  if (error instanceof ApiError) {
    const code = error.status === 429 || error.status === 503 ? 'temporarily_unavailable' : 'invalid_request';
    return new OauthError(code, error.message, { status: error.status, headers: error.headers });
  }
  if (isDatabaseAway(error)) {
    const away = 'The database is not available. Try again in a few seconds.';
    return new OauthError('temporarily_unavailable', away, { status: 503, headers: { 'retry-after': '5' } });
  }
  const { code, statusCode, message } = error as FastifyError;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new OauthError('invalid_request', 'The request body is too large', { status: 413 });
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new OauthError('invalid_request', 'The request body must be sent as application/x-www-form-urlencoded');
  }
  return statusCode !== undefined && statusCode < 500
    ? new OauthError('invalid_request', message, { status: statusCode })
    : undefined;
}
