import type { Log } from '../base/log.ts';
import type { SentResult } from './send.ts';

/** Logs an attempt that failed, with the ids that lead from the request to the receiver. */
export function logAttempt(log: Log, { delivery, outcome, ...result }: SentResult, error?: unknown): void {
  if (outcome === 'succeeded') return;
  const { error: reason, responseStatus: status, durationMs } = result;
  const { deliveryId, eventId, webhookId, workspaceId, attempt, origin, unsentSince } = delivery;
  const ids = { delivery_id: deliveryId, event_id: eventId, webhook_id: webhookId, workspace_id: workspaceId };
  const line = { ...ids, request_id: origin?.requestId, attempt, reason, status, duration_ms: durationMs };
  if (outcome === 'failed') log.info(line, 'a webhook delivery failed');
  // It is repeated every few seconds, so only the first is logged.
  else if (!unsentSince) log.error({ ...line, err: error }, 'a webhook delivery could not be sent');
}
