import type { Clock } from './clock.ts';

export interface PaceOptions {
  /** Maximum number of concurrent requests. */
  concurrency: number;
  perMinute: number;
  clock: Clock;
}

/** Keeps an account within its platform's limits. */
export interface Pace {
  /** Waits for a free slot, in order of arrival. Returns a function that frees it. */
  enter(signal: AbortSignal): Promise<() => void>;
  /** Waits until this request may start. Requests start at even intervals, so no minute exceeds the limit. */
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
