import { createHash } from 'node:crypto';
import { networkOf } from '../base/ip.ts';

/** Limits wrong keys or passwords per address, against guessing. */
export interface BadKeyThrottle {
  /** For how many more seconds the address is blocked; 0 if it is not. */
  secondsRefused(ip: string): number;
  /** The same wrong text counts once: a client with a revoked key does not block others at its address. */
  noteBadKey(ip: string, text?: string): void;
  /** Takes back one count, after a correct password. */
  forgiveOne(ip: string): void;
  /** Blocks an address that other processes have counted. */
  block(ip: string, seconds: number): void;
}

export const MOST_BAD_KEYS = 30;
// Limits memory use. With more addresses, the oldest is dropped.
const MOST_ADDRESSES = 10_000;

interface Window {
  count: number;
  endsAt: number;
  texts: Set<string>;
}

/**
 * Kept in memory, so that guesses cause no database writes. Each process counts separately: with several processes, the
 * limit is multiplied by their number. That is enough for keys, which have 178 random bits; `attempt-limit.ts` counts
 * passwords over all processes.
 */
export function createBadKeyThrottle(now: () => number = Date.now, windowMs = 60_000): BadKeyThrottle {
  const windows = new Map<string, Window>();
  function begin(network: string, window: Window): void {
    windows.delete(network);
    windows.set(network, window);
    const [oldest] = windows.keys();
    if (windows.size > MOST_ADDRESSES && oldest !== undefined) windows.delete(oldest);
  }
  return {
    secondsRefused(ip) {
      const window = windows.get(networkOf(ip));
      if (!window || window.count < MOST_BAD_KEYS) return 0;
      return Math.max(0, Math.ceil((window.endsAt - now()) / 1000));
    },
    noteBadKey(ip, text) {
      const network = networkOf(ip);
      const known = text === undefined ? undefined : createHash('sha256').update(text).digest('base64');
      const window = windows.get(network);
      if (window && window.endsAt > now()) {
        if (known !== undefined && window.texts.has(known)) return;
        if (known !== undefined) window.texts.add(known);
        window.count++;
        return;
      }
      begin(network, { count: 1, endsAt: now() + windowMs, texts: new Set(known === undefined ? [] : [known]) });
    },
    forgiveOne(ip) {
      const window = windows.get(networkOf(ip));
      if (window && window.count > 0) window.count--;
    },
    block(ip, seconds) {
      begin(networkOf(ip), { count: MOST_BAD_KEYS, endsAt: now() + seconds * 1000, texts: new Set() });
    },
  };
}
