import { ApiError } from '../base/errors.ts';
import { invalid } from '../base/problems.ts';
import type { Db } from '../store/db.ts';
import { findDelivery, type WebhookKey } from '../store/webhooks/deliveries.ts';
import { attemptNow, eventsToReplay, keepEvent, queueAgain, type ReplayRange } from '../store/webhooks/resend.ts';
import { lockWebhook } from '../store/webhooks/webhooks.ts';

const MOST_REPLAYED = 10_000;

/** Queues the events of a range again. Returns how many. Undefined: webhook not found. */
export async function replay(
  db: Db,
  webhook: WebhookKey,
  { types, ...range }: Omit<ReplayRange, 'types'> & { types: ReplayRange['types'] | undefined },
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const found = await lockWebhook(tx, webhook.workspaceId, webhook.webhookId);
    if (!found) return undefined;
    const { epoch } = found;
    if (found.status === 'disabled') throw isDisabled();
    const wanted = { ...range, types: types ?? found.events };
    const events = await eventsToReplay(tx, webhook.workspaceId, { range: wanted, limit: MOST_REPLAYED });
    if (events.length > MOST_REPLAYED) {
      throw invalid([{ path: ['since'], message: 'more than 10,000 events match. Replay a shorter range.' }]);
    }
    if (events.length > 0) await queueAgain(tx, webhook, { events, epoch, trigger: 'replay' });
    return events.length;
  });
}

/**
 * Queues the event of one delivery again and returns the id of the new delivery. A pending delivery gets its next attempt
 * now and keeps its id. Undefined: delivery not found.
 */
export async function retryDelivery(db: Db, webhook: WebhookKey, deliveryId: string): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const found = await lockWebhook(tx, webhook.workspaceId, webhook.webhookId);
    const record = await findDelivery(tx, webhook, deliveryId);
    if (!found || !record) return undefined;
    if (found.status === 'disabled') throw isDisabled();
    const { delivery, trigger } = record;
    if (trigger === 'test') throw new ApiError(409, 'Test deliveries cannot be retried. Send a new test.');
    if (delivery.status === 'pending') {
      if (await attemptNow(tx, webhook, deliveryId)) return deliveryId;
      throw new ApiError(409, 'The delivery is being sent');
    }
    if (!(await keepEvent(tx, webhook.workspaceId, delivery.eventId))) return undefined;
    const events = [{ eventId: delivery.eventId, type: delivery.type }];
    const [added] = await queueAgain(tx, webhook, { events, epoch: found.epoch, trigger: 'retry' });
    return added;
  });
}

const isDisabled = () => new ApiError(409, 'Webhook is disabled');
