/** What the client throws when a call did not work. Wrong use of the client itself is a plain `TypeError`. */
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

/** The server said no. */
export class ApiError extends VisibilityError {
  override name = 'ApiError';
  readonly status: number;
  /** What is wrong, in the server's words. */
  readonly detail: string;
  /** Name it when you ask the operator of the server about this error. */
  readonly requestId: string | undefined;
  /** How long the server asks to wait before the next try. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ operation, status, detail, requestId, retryAfterSeconds }: ApiErrorFields) {
    super(`${operation} answered ${status}: ${detail}`);
    this.status = status;
    this.detail = detail;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer came: the server could not be reached, or the connection broke. `cause` is what fetch threw. */
export class ConnectionError extends VisibilityError {
  override name = 'ConnectionError';
}

/** No whole answer came in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
  readonly timeoutMs: number;

  constructor(operation: string, timeoutMs: number) {
    super(`${operation} was not answered within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

/** You aborted the call by its signal. `cause` is the signal's reason. */
export class AbortedError extends VisibilityError {
  // The name by which everything that takes a signal says so.
  override name = 'AbortError';
}

/** The server gave no access token, with the code that RFC 6749 has for the reason. */
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
