/** A problem with one field of a request. */
export interface Problem {
  /** The path of the field: `['events', 0]`. Empty for the request as a whole. */
  path: PropertyKey[];
  /** Continues after the field name: `must be a domain`. */
  message: string;
}

/** A client error. The message is returned as `detail`. */
export class ApiError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The same problems by field, for forms. Only dashboard routes return them. */
  problems: Problem[] = [];

  constructor(status: number, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.name = 'ApiError';
    this.status = status;
    this.headers = headers;
  }
}

export function problemsError(status: number, detail: string, problems: Problem[]): ApiError {
  return Object.assign(new ApiError(status, detail), { problems });
}

/** An error for the operator: a message with the fix, printed without a stack trace. */
export class SetupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SetupError';
  }
}

interface PlatformErrorOptions {
  /** Whether a retry may help. False if the request may already have been billed. */
  retryable: boolean;
  /** How long the platform asked us to wait. */
  retryAfterMs?: number | undefined;
  /** What happened, without API keys. */
  detail?: string | undefined;
}

/** A platform error: no response, or one that cannot be parsed. */
export class PlatformError extends Error {
  readonly platformId: string;
  /** A short code stored with the prompt: `timeout`, `network`, `http_503`, `bad_reply`, `resting`, … */
  readonly reason: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(platformId: string, reason: string, { retryable, retryAfterMs, detail }: PlatformErrorOptions) {
    super(detail ? `${platformId}: ${reason} (${detail})` : `${platformId}: ${reason}`);
    this.name = 'PlatformError';
    this.platformId = platformId;
    this.reason = reason;
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}
