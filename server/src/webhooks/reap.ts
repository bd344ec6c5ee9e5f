import type { Db } from '../store/db.ts';
import { type AttemptResult, recountLanes } from '../store/webhooks/complete-deliveries.ts';
import { type AbandonedDelivery, abandonedDeliveries } from '../store/webhooks/workers.ts';
import { recordIn } from './record.ts';
import { retryDelay } from './schedule.ts';

const BATCH = 500;
// A delivery that crashes its worker must not do so forever.
const UNKNOWNS_TO_A_FAILURE = 3;

/**
 * Releases deliveries of crashed workers. It is unknown whether the receiver got them, so they are sent again without
 * counting an attempt. Three such attempts in a row count as one failure.
 */
export async function reapDeliveries(db: Db, workerId: string): Promise<number> {
  const abandoned = await abandonedDeliveries(db, { workerId, limit: BATCH });
  if (abandoned.length === 0) return 0;
  return db.transaction(async (tx) => {
    const released = await recordIn(tx, abandoned.map(toResult));
    await recountLanes(tx, [...new Set(abandoned.map((delivery) => delivery.webhookId))]);
    // Not those of a deleted webhook: the sweep removes them.
    return released.length;
  });
}

function toResult(delivery: AbandonedDelivery): AttemptResult {
  const isFailure = delivery.unknowns + 1 >= UNKNOWNS_TO_A_FAILURE;
  return {
    delivery,
    startedAt: delivery.leasedAt,
    outcome: isFailure ? 'failed' : 'unknown',
    error: 'unknown',
    retryInSeconds: isFailure ? retryDelay(delivery.attempt, Math.random) : 0,
    durationMs: undefined,
    timings: {},
    responseStatus: undefined,
    responseBody: undefined,
    restSeconds: undefined,
  };
}
