import { webhookDisabledEmail, webhookGoneEmail, webhookWarningEmail } from '../mail/emails.ts';
import { queueEmail } from '../mail/outbox.ts';
import type { Db, Transaction } from '../store/db.ts';
import { insertActivity } from '../store/events/activity.ts';
import {
  type AttemptResult,
  type CompletedDelivery,
  completeDeliveries,
  holdFailed,
} from '../store/webhooks/complete-deliveries.ts';
import { disableWebhook, markWarned } from '../store/webhooks/status.ts';
import { WARN_AFTER_ATTEMPT } from './schedule.ts';

/** Stores the outcomes of a batch and their effect on webhooks: a warning, or disabling. */
export async function record(db: Db, results: AttemptResult[]): Promise<CompletedDelivery[]> {
  if (results.length === 0) return [];
  // Most batches change no webhook and need only one statement.
  if (!results.some(mayMatter)) return completeDeliveries(db, results);
  return db.transaction((tx) => recordIn(tx, results));
}

/** The same inside a transaction. */
export async function recordIn(tx: Transaction, results: AttemptResult[]): Promise<CompletedDelivery[]> {
  const errors = new Map(results.map((result) => [result.delivery.deliveryId, result.error]));
  const done = await completeDeliveries(tx, results);
  for (const delivery of done) {
    if (delivery.status !== 'failed') continue;
    // Only the delivery that disables the webhook has failed. Others that failed with it are held, like the rest.
    const isFirst = await disable(tx, delivery, errors.get(delivery.deliveryId));
    if (!isFirst) await holdFailed(tx, delivery.deliveryId);
  }
  for (const delivery of done) {
    if (delivery.status === 'pending' && delivery.attempts === WARN_AFTER_ATTEMPT) await warn(tx, delivery);
  }
  return done;
}

function mayMatter({ outcome, retryInSeconds, delivery }: AttemptResult): boolean {
  return outcome === 'failed' && (retryInSeconds === undefined || delivery.attempt === WARN_AFTER_ATTEMPT);
}

async function disable(
  tx: Transaction,
  { deliveryId, webhookId, epoch }: CompletedDelivery,
  error: string | undefined,
): Promise<boolean> {
  const reason = error === 'gone' ? 'gone' : 'delivery_failures';
  const disabled = await disableWebhook(tx, { webhookId, epoch, reason });
  if (!disabled) return false;
  const { url, workspaceId } = disabled;
  const data = { webhook_id: webhookId, url, delivery_id: deliveryId, reason };
  await insertActivity(tx, { workspaceId, type: 'webhook.disabled', data, fact: `${webhookId} ${epoch}` });
  const email = { webhookId, epoch, url, deliveryId };
  await queueEmail(tx, disabled.accountId, reason === 'gone' ? webhookGoneEmail(email) : webhookDisabledEmail(email));
  return true;
}

async function warn(tx: Transaction, { deliveryId, webhookId, epoch }: CompletedDelivery): Promise<void> {
  const warned = await markWarned(tx, { webhookId, epoch });
  if (!warned) return;
  const { url, workspaceId, accountId, warnedAt } = warned;
  const data = { webhook_id: webhookId, url, delivery_id: deliveryId };
  const fact = `${webhookId} ${warnedAt.toISOString()}`;
  await insertActivity(tx, { workspaceId, type: 'webhook.failing', data, fact });
  await queueEmail(tx, accountId, webhookWarningEmail({ webhookId, url, warnedAt }));
}
