import type { Clock } from './clock.ts';

export interface PaceOptions {
  /** Requests under way at the same time. */
  concurrency: number;
  perMinute: number;
  clock: Clock;
}

/** Keeps an account within what its platform allows. */
export interface Pace {
  /** Waits for a free place, in order of arrival; the function it gives frees it. */
  enter(signal: AbortSignal): Promise<() => void>;
  /** Waits for this request's moment. Requests start evenly apart, so no minute ever holds more than allowed. */
  turn(signal: AbortSignal): Promise<void>;
}

export function createPace({ concurrency, perMinute, clock }: PaceOptions): Pace {
  const waiting: (() => void)[] = [];
  const apartMs = 60_000 / perMinute;
  let free = concurrency;
  let nextAt = 0;

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }

  return {
    async enter(signal) {
      signal.throwIfAborted();
      if (free > 0) free--;
      else await place(waiting, signal);
      return leave;
    },
    async turn(signal) {
      const at = Math.max(clock.now(), nextAt);
      nextAt = at + apartMs;
      const waitMs = at - clock.now();
      if (waitMs > 0) await clock.sleep(waitMs, signal);
    },
  };
}

function place(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = () => {
      waiting.splice(waiting.indexOf(take), 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    waiting.push(take);
  });
}
