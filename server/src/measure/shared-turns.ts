import type { SecretsBox } from '../base/secrets-box.ts';
import { LONGEST_WAIT_MS, type SharedTurns } from '../collect/shared-turns.ts';
import type { Db } from '../store/db.ts';
import { restLane, takeTurn } from '../store/questions/platform-turns.ts';

/**
 * Turns in PostgreSQL: one small statement per request to a platform, which takes a second or more. Errors are not
 * passed on, because a request that is paced by its own process only is better than none.
 */
export function sharedTurns({ db, secrets }: { db: Db; secrets: SecretsBox }): SharedTurns {
  const hashOf = (laneId: string) => secrets.hash(`platform turn ${laneId}`).toString('base64url');
  return {
    async take(laneId, apartMs) {
      try {
        const waitMs = await takeTurn(db, hashOf(laneId), { apartMs, longestWaitMs: LONGEST_WAIT_MS });
        return { waitMs: waitMs ?? 0, isResting: waitMs === undefined };
      } catch {
        return undefined;
      }
    },
    async rest(laneId, ms) {
      await restLane(db, hashOf(laneId), ms).catch(() => undefined);
    },
  };
}
