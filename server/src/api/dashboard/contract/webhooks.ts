import { z } from 'zod';
import * as schemas from '../../v1/schemas.ts';

export const deliveryStatus = z.enum(['pending', 'succeeded', 'failed', 'held', 'cancelled']);

export const webhookActivity = z.strictObject({
  webhook_id: z.string(),
  /** In the last 24 hours, without tests. */
  tried_last_day: z.int(),
  succeeded_last_day: z.int(),
  pending: z.int(),
  held: z.int(),
  last_delivery_at: schemas.timestamp.nullable(),
  last_delivery_status: deliveryStatus.nullable(),
  /** During a secret rotation. */
  old_secret_until: schemas.timestamp.nullable(),
});

export const logEntry = z.strictObject({
  delivery_id: z.string(),
  event_id: z.string(),
  webhook_id: z.string(),
  type: schemas.eventType,
  status: deliveryStatus,
  attempts: z.int(),
  response_status: z.int().nullable(),
  created_at: schemas.timestamp,
  next_attempt_at: schemas.timestamp.nullable(),
  trigger: z.enum(['event', 'replay', 'retry', 'test']),
});
