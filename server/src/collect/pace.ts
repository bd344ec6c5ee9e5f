import type { Clock } from './clock.ts';
import { LONGEST_WAIT_MS, type Turn } from './shared-turns.ts';

export interface PaceOptions {
  /** Maximum number of concurrent requests. */
  concurrency: number;
  perMinute: number;
  clock: Clock;
  /** Takes the next turn among all processes. */
  take?: ((apartMs: number) => Promise<Turn | undefined>) | undefined;
}

/** Keeps an account within its platform's limits. */
export interface Pace {
  /** Waits for a free slot, in order of arrival. Returns a function that frees it. */
  enter(signal: AbortSignal): Promise<() => void>;
  /**
   * Waits until this request may start. Requests start at even intervals, so no minute exceeds the limit. False if this
   * or another process has found that the platform pauses this account.
   */
  turn(signal: AbortSignal): Promise<boolean>;
  /** This process sends no request for this long, even if the others cannot be informed. */
  rest(ms: number): void;
}

export function createPace({ concurrency, perMinute, clock, take }: PaceOptions): Pace {
  const waiting: (() => void)[] = [];
  const apartMs = 60_000 / perMinute;
  let free = concurrency;
  let nextAt = 0;
  let restingUntil = 0;

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }

  function takeOwn(): Turn {
    const now = clock.now();
    if (restingUntil >= now + LONGEST_WAIT_MS) return { waitMs: 0, isResting: true };
    const at = Math.max(now, nextAt, restingUntil);
    nextAt = at + apartMs;
    return { waitMs: at - now, isResting: false };
  }

  return {
    async enter(signal) {
      signal.throwIfAborted();
      if (free > 0) free--;
      else await place(waiting, signal);
      return leave;
    },
    async turn(signal) {
      for (;;) {
        const own = takeOwn();
        const { waitMs, isResting } = own.isResting ? own : ((await take?.(apartMs)) ?? own);
        if (isResting) return false;
        if (waitMs > 0) await clock.sleep(waitMs, signal);
        // If a pause began during the wait, the turn is lost.
        if (restingUntil <= clock.now()) return true;
      }
    },
    rest(ms) {
      restingUntil = Math.max(restingUntil, clock.now() + ms);
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
