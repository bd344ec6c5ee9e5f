import type { EventType, Delivery as WireDelivery } from '@visibility/sdk';
import { type Db, empty, type Sql, sql, type Transaction } from '../db.ts';
import { everyBatch, limitTo, olderThan, type Page } from '../pages.ts';
import type { AttemptResult } from './complete-deliveries.ts';

export interface Delivery {
  deliveryId: string;
  eventId: string;
  webhookId: string;
  type: EventType;
  status: WireDelivery['status'];
  attempts: number;
  responseStatus: number | undefined;
  createdAt: Date;
  nextAttemptAt: Date | undefined;
}

type Trigger = 'event' | 'replay' | 'retry' | 'test';
type LoggedDelivery = Delivery & { trigger: Trigger };

export interface DeliveryFilter {
  status?: Delivery['status'] | undefined;
  type?: EventType | undefined;
  eventId?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

/** One page of a webhook's deliveries, newest first, with the trigger of each. */
export async function listDeliveries(
  db: Db,
  webhook: WebhookKey,
  { filter, page }: { filter: DeliveryFilter; page: Page },
): Promise<{ deliveries: LoggedDelivery[]; total: number }> {
  const where = sql`where ${ofWebhook(webhook)} ${matching(filter)}`;
  const deliveries = await db.records<LoggedDelivery>(
    sql`select ${columns}, trigger
        from deliveries
        ${where}
        order by created_at desc, delivery_id desc
        ${limitTo(page)}`,
  );
  const [count] = await db.query<{ total: number }>(sql`select count(*) as total from deliveries ${where}`);
  return { deliveries, total: count?.total ?? 0 };
}

/** All of them, in the same order. */
export async function* walkDeliveries(db: Db, webhook: WebhookKey, filter: DeliveryFilter): AsyncGenerator<Delivery[]> {
  const batches = everyBatch(
    // The database's clock is more precise than a Date. Cut to milliseconds, rows of the same millisecond would be
    // skipped.
    (page) =>
      db.records<Delivery & { at: string }>(
        sql`select ${columns}, created_at::text as at
            from deliveries
            where ${ofWebhook(webhook)} ${matching(filter)}
              ${olderThan(page, sql`created_at`, sql`delivery_id`)}
            order by created_at desc, delivery_id desc
            ${limitTo(page)}`,
      ),
    ({ at, deliveryId }) => ({ at, id: deliveryId }),
  );
  for await (const rows of batches) yield rows.map(({ at: _, ...delivery }) => delivery);
}

export interface WebhookKey {
  workspaceId: string;
  webhookId: string;
}

export interface LoggedAttempt {
  attempt: number;
  startedAt: Date;
  durationMs: number | undefined;
  responseStatus: number | undefined;
  error: string | undefined;
  responseBody: string | undefined;
  dnsMs: number | undefined;
  connectMs: number | undefined;
  tlsMs: number | undefined;
  firstByteMs: number | undefined;
}

/** A delivery with its payload and the outcome of each attempt. */
export interface DeliveryRecord {
  delivery: Delivery;
  trigger: Trigger;
  body: string;
  attempts: LoggedAttempt[];
}

export async function findDelivery(
  db: Db | Transaction,
  webhook: WebhookKey,
  deliveryId: string,
): Promise<DeliveryRecord | undefined> {
  const [row] = await db.records<LoggedDelivery & { payload: string | undefined }>(
    sql`select ${columns}, trigger,
               coalesce(body, (select e.body from events e where e.event_id = deliveries.event_id)) as payload
        from deliveries
        where ${ofWebhook(webhook)}
          and delivery_id = ${deliveryId}`,
  );
  if (!row) return undefined;
  const { trigger, payload, ...delivery } = row;
  const attempts = await db.records<LoggedAttempt>(
    sql`select attempt, started_at, duration_ms, response_status, error, response_body, dns_ms, connect_ms, tls_ms,
               first_byte_ms
        from attempts
        where delivery_id = ${deliveryId}
        order by started_at, attempt`,
  );
  return { delivery, trigger, body: payload ?? '{}', attempts };
}

export interface TestDelivery extends WebhookKey {
  deliveryId: string;
  eventId: string;
  type: EventType;
  epoch: number;
  body: string;
}

/** Logs a test with its single attempt. It was never queued, so it changes no state. */
export async function insertTestDelivery(tx: Transaction, test: TestDelivery, result: AttemptResult): Promise<void> {
  const { timings } = result;
  await tx.query(
    sql`insert into deliveries (delivery_id, workspace_id, webhook_id, event_id, type, body, trigger, status,
                                attempt_count, epoch, response_status)
        values (${test.deliveryId}, ${test.workspaceId}, ${test.webhookId}, ${test.eventId}, ${test.type}, ${test.body},
                'test', ${result.outcome}, 1, ${test.epoch}, ${result.responseStatus ?? null})`,
  );
  await tx.query(
    sql`insert into attempts (delivery_id, webhook_id, attempt, started_at, duration_ms, dns_ms, connect_ms, tls_ms,
                              first_byte_ms, outcome, error, response_status, response_body)
        values (${test.deliveryId}, ${test.webhookId}, 1, ${result.startedAt}, ${result.durationMs ?? null},
                ${timings.dnsMs ?? null}, ${timings.connectMs ?? null}, ${timings.tlsMs ?? null},
                ${timings.firstByteMs ?? null}, ${result.outcome}, ${result.error ?? null},
                ${result.responseStatus ?? null}, ${result.responseBody ?? null})`,
  );
}

function ofWebhook({ workspaceId, webhookId }: WebhookKey): Sql {
  return sql`workspace_id = ${workspaceId} and webhook_id = ${webhookId}`;
}

function matching({ status, type, eventId, since, until }: DeliveryFilter): Sql {
  return sql`
    ${status === undefined ? empty : sql`and status = ${status}`}
    ${type === undefined ? empty : sql`and type = ${type}`}
    ${eventId === undefined ? empty : sql`and event_id = ${eventId}`}
    ${since === undefined ? empty : sql`and created_at >= ${since}`}
    ${until === undefined ? empty : sql`and created_at < ${until}`}`;
}

const columns: Sql = sql`delivery_id, event_id, webhook_id, type, status, attempt_count as attempts, response_status, created_at, next_attempt_at`;
