import { createHash } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { withDeadline } from '../base/deadline.ts';
import { PlatformError } from '../base/errors.ts';
import { own } from '../base/own.ts';
import type { Random } from '../base/random.ts';
import { type Circuit, createCircuit } from './circuit.ts';
import { type Clock, systemClock } from './clock.ts';
import { exchange, type HttpReply, type HttpRequest } from './exchange.ts';
import { createPace, type Pace } from './pace.ts';
import { secretOf } from './redact.ts';
import { refusalOf } from './refusal.ts';
import type { SharedTurns } from './shared-turns.ts';

export interface PlatformPace {
  concurrency: number;
  perMinute: number;
}

export interface TransportOptions {
  clock?: Clock;
  random?: Random;
  dispatcher?: Dispatcher;
  /** For the wait for a slot, for the first turn, and then for one question with all its attempts. */
  deadlineMs?: number;
  maxTries?: number;
  maxBytes?: number;
  /** By platform id. Others get that of `*`. */
  paces?: Record<string, PlatformPace>;
  /** Without it, this process keeps the pace on its own. */
  turns?: SharedTurns | undefined;
}

export interface PostOptions {
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

export interface TransportReply {
  status: number;
  body: string;
  ms: number;
}

/** The only way to contact platforms. */
export interface Transport {
  /** Returns a 2xx reply or throws a `PlatformError`. A reply that was paid for is never requested again. */
  post(platformId: string, url: string, options: PostOptions): Promise<TransportReply>;
  /** Until when a platform is paused, for one key or for any. Undefined while it works. */
  restingUntil(platformId: string, apiKey?: string): Date | undefined;
  dispatcher?: Dispatcher | undefined;
}

const DEFAULT_MS = 300_000;
const DEFAULT_PACE: PlatformPace = { concurrency: 4, perMinute: 60 };
const FAILURES_IN_A_ROW = 10;
const REST_MS = 15 * 60_000;
const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;

/**
 * An account at a platform. Limits and failures are counted per key, so that one tenant's bad key does not pause
 * others.
 */
interface Lane {
  id: string;
  platformId: string;
  circuit: Circuit;
  pace: Pace;
}

export function createTransport(options: TransportOptions = {}): Transport {
  const { clock = systemClock, paces = {}, turns } = options;
  const lanes = new Map<string, Lane>();

  function laneOf(platformId: string, apiKey: string | undefined): Lane {
    const id = laneId(platformId, apiKey);
    let lane = lanes.get(id);
    if (!lane) {
      const onOpen = () => void turns?.rest(id, REST_MS);
      const circuit = createCircuit({ failures: FAILURES_IN_A_ROW, restMs: REST_MS, now: clock.now, onOpen });
      const take = turns && ((apartMs: number) => turns.take(id, apartMs));
      const pace = createPace({ ...(own(paces, platformId) ?? paces['*'] ?? DEFAULT_PACE), clock, take });
      lane = { id, platformId, circuit, pace };
      lanes.set(id, lane);
    }
    return lane;
  }

  return {
    dispatcher: options.dispatcher,
    async post(platformId, url, { headers, body, signal }) {
      const lane = laneOf(platformId, secretOf(headers));
      const request: HttpRequest = {
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...headers },
        body,
      };
      const { deadlineMs = DEFAULT_MS } = options;
      const asked = { ...options, clock, signal, deadlineMs };
      return inLane(lane, asked, () => tryUntilAnswered(lane, request, asked));
    },
    restingUntil(platformId, apiKey) {
      const chosen =
        apiKey === undefined
          ? [...lanes.values()].filter((lane) => lane.platformId === platformId)
          : [lanes.get(laneId(platformId, apiKey))];
      const until = Math.max(...chosen.map((lane) => lane?.circuit.restingUntil() ?? 0), 0);
      return until > 0 ? new Date(until) : undefined;
    },
  };
}

function laneId(platformId: string, apiKey: string | undefined): string {
  const fingerprint = createHash('sha256').update(apiKey ?? '');
  return `${platformId} ${fingerprint.digest('base64url')}`;
}

/**
 * Waits for a slot and reports the outcome to the circuit breaker. A caller that gives up says nothing about the
 * platform.
 */
async function inLane(
  lane: Lane,
  { signal, deadlineMs }: AskOptions,
  send: () => Promise<TransportReply>,
): Promise<TransportReply> {
  const { circuit, pace } = lane;
  throwIfResting(lane);
  const leave = await withDeadline(deadlineMs, signal, (waiting) => pace.enter(waiting)).catch(() => {
    throw abortedIn(lane);
  });
  try {
    // Requests ahead in the queue may have failed while waiting.
    throwIfResting(lane);
    const reply = await send();
    circuit.succeeded();
    return reply;
  } catch (error) {
    if (error instanceof PlatformError && error.reason !== 'resting' && error.reason !== 'aborted') circuit.failed();
    throw error;
  } finally {
    leave();
  }
}

function throwIfResting({ platformId, circuit }: Lane): void {
  if (circuit.restingUntil() !== undefined) throw new PlatformError(platformId, 'resting', { retryable: true });
}

type AskOptions = TransportOptions & { clock: Clock; signal: AbortSignal; deadlineMs: number };

async function tryUntilAnswered(lane: Lane, request: HttpRequest, options: AskOptions): Promise<TransportReply> {
  const { signal, deadlineMs } = options;
  await withDeadline(deadlineMs, signal, (waiting) => turnOf(lane, waiting)).catch((error: unknown) => {
    throw error instanceof PlatformError ? error : abortedIn(lane);
  });
  return withDeadline(deadlineMs, signal, (deadline) => tryUntil(lane, request, { ...options, deadline }));
}

async function turnOf({ platformId, pace }: Lane, signal: AbortSignal): Promise<void> {
  if (!(await pace.turn(signal))) throw new PlatformError(platformId, 'resting', { retryable: true });
}

async function tryUntil(
  lane: Lane,
  request: HttpRequest,
  options: AskOptions & { deadline: AbortSignal },
): Promise<TransportReply> {
  const { clock, signal, deadline, dispatcher, random = Math.random } = options;
  const { deadlineMs, maxTries = 4, maxBytes = 8 * 1024 * 1024 } = options;
  const { platformId } = lane;
  const endsAt = clock.now() + deadlineMs;
  for (let tries = 1; ; tries++) {
    const error = await exchange(platformId, request, { signal: deadline, dispatcher, maxBytes }).then(
      (reply) => (isSuccess(reply) ? reply : refusalOf(platformId, reply, clock.now())),
      (thrown: PlatformError) => thrown,
    );
    if (!(error instanceof PlatformError)) return { status: error.status, body: error.body, ms: error.ms };
    if (signal.aborted) throw abortedIn(lane);
    if (error.retryAfterMs !== undefined) await restLane(lane, error.retryAfterMs, options.turns);
    const waitMs = waitBefore(tries, error, random);
    if (!error.retryable || tries >= maxTries || clock.now() + waitMs >= endsAt) throw error;
    await clock
      .sleep(waitMs, deadline)
      .then(() => turnOf(lane, deadline))
      .catch((thrown: unknown) => {
        if (thrown instanceof PlatformError) throw thrown;
        throw signal.aborted ? abortedIn(lane) : new PlatformError(platformId, 'timeout', { retryable: true });
      });
  }
}

/** At most as long as after failures: a wrong date must not pause an account for years. */
async function restLane({ id, pace }: Lane, ms: number, turns: SharedTurns | undefined): Promise<void> {
  const restMs = Math.min(ms, REST_MS);
  pace.rest(restMs);
  await turns?.rest(id, restMs);
}

function abortedIn({ platformId }: Lane): PlatformError {
  return new PlatformError(platformId, 'aborted', { retryable: true });
}

function isSuccess({ status }: HttpReply): boolean {
  return status >= 200 && status < 300;
}

/**
 * Full jitter: between zero and the doubled bound, so that requests that failed together do not retry together. A wait
 * requested by the platform is kept, plus the first bound's jitter.
 */
function waitBefore(tries: number, { retryAfterMs }: PlatformError, random: Random): number {
  if (retryAfterMs !== undefined) return retryAfterMs + random() * FIRST_BACKOFF_MS;
  return random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (tries - 1));
}
