/** What is wrong with one field of a request. */
export interface Problem {
  /** Where the field is: `['events', 0]`. Empty: the request as a whole. */
  path: PropertyKey[];
  /** Reads on from the field's name: `must be a domain`. */
  message: string;
}

/** The caller's fault: the sentence is what the client reads as `detail`. */
export class ApiError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The same by field, for forms. Only the dashboard's routes send it. */
  readonly problems: Problem[];

  constructor(status: number, detail: string, headers: Record<string, string> = {}, problems: Problem[] = []) {
    super(detail);
    this.name = 'ApiError';
    this.status = status;
    this.headers = headers;
    this.problems = problems;
  }
}

/** The operator's fault: a sentence that says what to do, printed without a stack. */
export class SetupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SetupError';
  }
}

interface PlatformErrorOptions {
  /** Whether asking again later may help and was not paid for yet. */
  retryable: boolean;
  /** How long the platform asked us to wait. */
  retryAfterMs?: number | undefined;
  /** A sentence about what happened, already free of keys. */
  detail?: string | undefined;
}

/** The outside's fault: a platform that did not answer, or not with something that can be read. */
export class PlatformError extends Error {
  readonly platformId: string;
  /** A short code that is stored with the question: `timeout`, `network`, `http_503`, `bad_reply`, `resting`, … */
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
