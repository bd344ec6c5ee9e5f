import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../store/db.ts';
import { beat } from '../store/webhooks/workers.ts';

const BEAT_EVERY_MS = 2_000;

/**
 * Reports every two seconds that this worker is alive. Unlike other loops it never waits longer after an error: a
 * late beat makes others take over its deliveries.
 */
export async function keepBeating(
  db: Db,
  { workerId, signal, onError }: { workerId: string; signal: AbortSignal; onError: (error: unknown) => void },
): Promise<void> {
  while (!signal.aborted) {
    await beat(db, workerId).catch(onError);
    await sleep(BEAT_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
