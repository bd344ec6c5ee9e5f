import { setTimeout as delay } from 'node:timers/promises';

/** Time as a dependency: tests pass a clock that does not wait. */
export interface Clock {
  now(): number;
  /** Rejects when the signal is aborted meanwhile. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
};
