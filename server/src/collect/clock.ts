import { setTimeout as delay } from 'node:timers/promises';

/** Time as a dependency, so that tests can pass a clock that does not wait. */
export interface Clock {
  now(): number;
  /** Rejects if the signal is aborted while waiting. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
};
