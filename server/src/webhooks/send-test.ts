import { type EventType, SAMPLE_EVENTS } from '@visibility/sdk';
import { ApiError } from '../base/errors.ts';
import { makeId } from '../base/id.ts';
import { isoSeconds } from '../base/time.ts';
import type { Db } from '../store/db.ts';
import { insertTestDelivery, type WebhookKey } from '../store/webhooks/deliveries.ts';
import { takeTest } from '../store/webhooks/secrets.ts';
import type { Origin } from '../store/workspaces/workspaces.ts';
import { failureText } from './failure.ts';
import { type SendDeps, send } from './send.ts';

const TESTS_A_MINUTE = 10;

/**
 * Sends one sample event of this type, signed like a real one, and logs the outcome. A failure has no effect, and a
 * disabled webhook can be tested too. Returns the id of the delivery. Undefined: webhook not found.
 */
export async function sendTest(
  deps: SendDeps & { db: Db },
  webhook: WebhookKey,
  { type, origin }: { type: EventType; origin?: Origin | undefined },
): Promise<string | undefined> {
  const turn = await takeTest(deps.db, webhook, TESTS_A_MINUTE);
  if (turn === undefined) return undefined;
  if ('waitSeconds' in turn) {
    const detail = `A webhook can be tested ${TESTS_A_MINUTE} times per minute. Try again in ${turn.waitSeconds} seconds.`;
    throw new ApiError(429, detail, { 'retry-after': String(turn.waitSeconds) });
  }
  const deliveryId = makeId('dlv');
  const eventId = makeId('evt').replace('evt_', 'evt_test_');
  // In a sandbox too: its time is days away from that of the attempts in the same record.
  const createdAt = isoSeconds(new Date());
  const body = JSON.stringify({ id: eventId, type, created_at: createdAt, data: SAMPLE_EVENTS[type] });
  const test = { ...webhook, deliveryId, eventId, type, body, epoch: turn.target.epoch };
  const result = await send(deps, { ...test, ...turn.target, origin, trigger: 'test', attempt: 1, leaseToken: '' });
  if (result.outcome === 'unsent') {
    throw new ApiError(503, `The test could not be sent. ${failureText(result.error ?? 'failed')}`, {
      'retry-after': '5',
    });
  }
  const sent = { ...test, body: result.madeBody ?? body };
  await deps.db.transaction((tx) => insertTestDelivery(tx, sent, result));
  return deliveryId;
}
