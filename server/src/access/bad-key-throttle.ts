import { createHash } from 'node:crypto';
import { networkOf } from '../base/ip.ts';

/** Counts wrong keys or passwords per address, so that nobody can try many. */
export interface BadKeyThrottle {
  /** For how many seconds the address is still refused; 0 when it is not. */
  secondsRefused(ip: string): number;
  /** The same wrong text again guesses nothing: a client with a revoked key does not shut out others at its address. */
  noteBadKey(ip: string, text?: string): void;
  /** Takes one back that turned out to be right. */
  forgiveOne(ip: string): void;
}

const MOST_BAD_KEYS = 30;
// An attacker with more addresses than this has the oldest forgotten, not the memory of the process.
const MOST_ADDRESSES = 10_000;

/**
 * Kept in memory: an attack must not become a write per guess to the database. Each process counts for itself, so
 * several processes together allow that many times as many.
 */
export function createBadKeyThrottle(now: () => number = Date.now, windowMs = 60_000): BadKeyThrottle {
  const windows = new Map<string, { count: number; endsAt: number; texts: Set<string> }>();
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
      windows.delete(network);
      windows.set(network, { count: 1, endsAt: now() + windowMs, texts: new Set(known === undefined ? [] : [known]) });
      const [oldest] = windows.keys();
      if (windows.size > MOST_ADDRESSES && oldest !== undefined) windows.delete(oldest);
    },
    forgiveOne(ip) {
      const window = windows.get(networkOf(ip));
      if (window && window.count > 0) window.count--;
    },
  };
}
