import { randomUUID } from 'node:crypto';
import { EVENT_TYPES, type EventType, SAMPLE_EVENTS } from '@visibility/sdk';
import type { AppDeps } from '../../src/api/app.ts';
import type { NewEvent } from '../../src/events/derive.ts';
import { publish } from '../../src/events/publish.ts';
import { type Db, sql } from '../../src/store/db.ts';
import { type Claimed, claimDeliveries } from '../../src/store/webhooks/claim-deliveries.ts';
import { findWorkspace } from '../../src/store/workspaces/workspaces.ts';
import { reapDeliveries } from '../../src/webhooks/reap.ts';
import { call } from './app.ts';

/** A webhook made as a customer would. */
export async function givenWebhook(
  server: { url: string },
  key: string,
  { url, events = [...EVENT_TYPES], secret = 'test secret' }: { url: string; events?: EventType[]; secret?: string },
): Promise<string> {
  const { status, body } = await call(server, '/api/v1/webhooks', {
    key,
    method: 'POST',
    body: { url, events, secret },
  });
  if (status !== 201) throw new Error(`the webhook was refused: ${body.detail}`);
  return body.webhook_id;
}

let facts = 0;

/** An event of a fact that has not been told before. */
export function visibilityChanged(): NewEvent {
  return {
    type: 'visibility.changed',
    data: {
      keyword_id: 'kw_test',
      keyword: 'running shoes “für” 鞋',
      previous_score: 30,
      new_score: 55,
      change: '+25',
      change_percent: '+83%',
      platform: 'chatgpt',
    },
    fact: `test ${facts++}`,
    evidence: {},
  };
}

export function competitorChanged(): NewEvent {
  return { ...visibilityChanged(), type: 'competitor.changed', data: SAMPLE_EVENTS['competitor.changed'] };
}

export async function publishIn(deps: AppDeps, workspaceId: string, events: NewEvent[]): Promise<number> {
  const workspace = await findWorkspace(deps.db, workspaceId);
  if (!workspace) throw new Error(`no workspace ${workspaceId}`);
  return deps.db.transaction((tx) => publish(tx, workspace, events));
}

/** The state of the only delivery of a webhook. */
export async function deliveryOf({ db }: AppDeps, webhookId: string) {
  const [row] = await db.query<{ status: string; attempts: number; seconds: number | null }>(
    sql`select status, attempt_count as attempts,
               extract(epoch from next_attempt_at - now())::double precision as seconds
        from deliveries
        where webhook_id = ${webhookId}`,
  );
  return row;
}

/** Lets this much time pass for the webhook's deliveries, in the database. */
export async function wait({ db }: AppDeps, webhookId: string, seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds})`;
  await db.query(sql`update deliveries set next_attempt_at = next_attempt_at - ${by} where webhook_id = ${webhookId}`);
  await db.query(sql`update webhook_lanes set next_due_at = next_due_at - ${by} where webhook_id = ${webhookId}`);
}

/** Takes due deliveries as a worker without a heartbeat. */
export function claimAll(db: Db, limits: { lanes?: number; perLane?: number } = {}): Promise<Claimed> {
  return claimDeliveries(db, { workerId: randomUUID(), lanes: 50, perLane: 8, room: 256, ...limits });
}

/** Lets workers without a heartbeat be silent for ten seconds, and another take over. Returns how many deliveries. */
export async function takeOver(db: Db): Promise<number> {
  const workerId = randomUUID();
  await db.query(sql`update deliveries set leased_at = now() - interval '10 seconds' where leased_at is not null`);
  await db.query(sql`insert into delivery_workers (worker_id, judges_from) values (${workerId}, now())`);
  return reapDeliveries(db, workerId);
}
