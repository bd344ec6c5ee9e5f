import type { Db } from '../store/db.ts';
import {
  type AttemptResult,
  type ExpiredDelivery,
  expiredDeliveries,
  recountLanes,
} from '../store/webhooks/complete-deliveries.ts';
import { recordIn } from './record.ts';
import { retryDelay } from './schedule.ts';

/** Longer than the 30 s a receiver may take. After it, deliveries of a crashed worker are due again. */
export const LEASE_SECONDS = 45;
const BATCH = 500;
// A delivery that crashes its worker must not do so forever.
const UNKNOWNS_TO_A_FAILURE = 3;

/**
 * Releases deliveries of a crashed worker. It is unknown whether the receiver got them, so they are sent again without
 * counting an attempt. Three such attempts in a row count as one failure.
 */
export async function reapDeliveries(db: Db): Promise<number> {
  const expired = await expiredDeliveries(db, BATCH);
  if (expired.length === 0) return 0;
  await db.transaction(async (tx) => {
    await recordIn(tx, expired.map(toResult));
    await recountLanes(tx, [...new Set(expired.map((delivery) => delivery.webhookId))]);
  });
  return expired.length;
}

function toResult(delivery: ExpiredDelivery): AttemptResult {
  const isFailure = delivery.unknowns + 1 >= UNKNOWNS_TO_A_FAILURE;
  return {
    delivery,
    startedAt: new Date(delivery.leaseUntil.getTime() - LEASE_SECONDS * 1000),
    outcome: isFailure ? 'failed' : 'unknown',
    error: 'unknown',
    retryInSeconds: isFailure ? retryDelay(delivery.attempt, Math.random) : 0,
    ...{
      durationMs: undefined,
      timings: {},
      responseStatus: undefined,
      responseBody: undefined,
      restSeconds: undefined,
    },
  };
}
