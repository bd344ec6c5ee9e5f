import type { Db } from '../store/db.ts';
import {
  type AttemptResult,
  type ExpiredDelivery,
  expiredDeliveries,
  recountLanes,
} from '../store/webhooks/complete-deliveries.ts';
import { recordIn } from './record.ts';
import { retryDelay } from './schedule.ts';

/** Longer than the 30 s a receiver may take; what a process that dies had taken is due again after it. */
export const LEASE_SECONDS = 45;
const BATCH = 500;
// A delivery that takes its worker down with it must not do so for ever.
const UNKNOWNS_TO_A_FAILURE = 3;

/**
 * Gives back what a process that died had taken. Nobody knows whether the receiver got it, so it is sent again without
 * being charged a try; three such attempts in a row count as one failure.
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
