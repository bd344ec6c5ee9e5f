/**
 * Base class of everything the client throws when a call fails. Invalid arguments throw a plain `TypeError` instead.
 */
export class VisibilityError extends Error {
  override name = 'VisibilityError';
}

export interface ApiErrorFields {
  /** `GET /api/v1/keywords` */
  operation: string;
  status: number;
  detail: string;
  requestId: string | undefined;
  retryAfterSeconds: number | undefined;
}

/** The server returned an error status. */
export class ApiError extends VisibilityError {
  override name = 'ApiError';
  readonly status: number;
  /** The error message from the server. */
  readonly detail: string;
  /** Quote this id when you ask the server's operator about the error. */
  readonly requestId: string | undefined;
  /** How long the server asks you to wait before the next attempt. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ operation, status, detail, requestId, retryAfterSeconds }: ApiErrorFields) {
    super(`${operation} returned ${status}: ${detail}`);
    this.status = status;
    this.detail = detail;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No response: the server is unreachable or the connection broke. `cause` is the error that fetch threw. */
export class ConnectionError extends VisibilityError {
  override name = 'ConnectionError';
}

/** The response was not complete before the timeout. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
  readonly timeoutMs: number;

  constructor(operation: string, timeoutMs: number) {
    super(`${operation} timed out after ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

/** You aborted the call with its signal. `cause` is the signal's reason. */
export class AbortedError extends VisibilityError {
  // The standard name for errors caused by an AbortSignal.
  override name = 'AbortError';
}

/** The server refused to issue an access token. `code` is the error code of RFC 6749. */
export class OauthError extends VisibilityError {
  override name = 'OauthError';
  readonly status: number;
  /** `invalid_client`, `invalid_scope`, … */
  readonly code: string;
  readonly detail: string;
  readonly retryAfterSeconds: number | undefined;

  constructor({
    status,
    code,
    detail,
    retryAfterSeconds,
  }: Pick<OauthError, 'status' | 'code' | 'detail' | 'retryAfterSeconds'>) {
    super(`No access token (${status} ${code}): ${detail}`);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
