import { createHash } from 'node:crypto';
import { networkOf } from '../base/ip.ts';
import { countAttempt, forgiveAttempt } from '../store/accounts/sign-in-failures.ts';
import type { Db } from '../store/db.ts';
import { createBadKeyThrottle, MOST_BAD_KEYS } from './bad-key-throttle.ts';

/** Limits attempts per address, over all processes. For attempts that write to the database anyway. */
export interface AttemptLimit {
  /** For how many more seconds this process knows the address to be blocked, without asking the database. */
  secondsRefused(ip: string): number;
  /** Counts an attempt. Returns for how many seconds the address is blocked; 0 if it is not. */
  take(ip: string): Promise<number>;
  /** Takes back one attempt. */
  forgive(ip: string): Promise<void>;
}

export function createAttemptLimit(
  db: Db,
  { name, windowSeconds }: { name: string; windowSeconds: number },
): AttemptLimit {
  // Once an address is blocked, its attempts cause no more writes.
  const own = createBadKeyThrottle(Date.now, windowSeconds * 1000);
  const hashOf = (ip: string) =>
    createHash('sha256')
      .update(`${name} ${networkOf(ip)}`)
      .digest();
  return {
    secondsRefused: own.secondsRefused,
    async take(ip) {
      const seconds = own.secondsRefused(ip);
      if (seconds > 0) return seconds;
      own.noteBadKey(ip);
      const { attempts, secondsLeft } = await countAttempt(db, hashOf(ip), { windowSeconds });
      if (attempts <= MOST_BAD_KEYS) return 0;
      own.block(ip, secondsLeft);
      return secondsLeft;
    },
    async forgive(ip) {
      own.forgiveOne(ip);
      await forgiveAttempt(db, hashOf(ip));
    },
  };
}
