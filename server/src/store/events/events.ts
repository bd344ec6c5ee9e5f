import type { EventType } from '@visibility/sdk';
import { makeId } from '../../base/id.ts';
import { type Db, empty, type Sql, sql, type Transaction } from '../db.ts';
import { everyBatch, limitTo, olderThan, type Page } from '../pages.ts';
import { rowSet } from '../row-set.ts';
import { DELIVERIES_CHANNEL } from '../webhooks/lanes.ts';

export interface EventRow {
  eventId: string;
  type: EventType;
  createdAt: Date;
  body: string;
  evidence: object;
  fact: string;
}

const EVENT_COLUMNS = {
  eventId: 'text',
  type: 'text',
  createdAt: 'timestamptz',
  body: 'text',
  evidence: 'jsonb',
  fact: 'text',
} as const;

/**
 * Stores events and queues their deliveries in the caller's transaction. A fact that already became an event is
 * skipped. Returns how many events are new.
 */
export async function insertEvents(tx: Transaction, workspaceId: string, events: EventRow[]): Promise<number> {
  if (events.length === 0) return 0;
  const types = [...new Set(events.map((event) => event.type))];
  // Lanes are locked until the commit: deleting or disabling a webhook waits, so no delivery is left unsent. The epoch
  // and the disabled state are read from the lane, which is locked and therefore current. Counting `added` makes
  // PostgreSQL store all events before it locks the first lane: one lock order for all transactions.
  const [row] = await tx.query<{ added: AddedEvent[]; webhooks: Listener[] }>(
    sql`with added as (
          insert into events (workspace_id, event_id, type, created_at, body, evidence, fact)
          select ${workspaceId}, e.*
          from ${rowSet('e', events, EVENT_COLUMNS)}
          order by e.fact
          on conflict (workspace_id, fact) do nothing
          returning event_id, type
        ), listeners as (
          select w.webhook_id, w.events, l.epoch,
                 coalesce(l.paused_until = 'infinity', false) as is_disabled,
                 l.next_due_at > now() and coalesce(l.paused_until <= now(), true) as is_idle
          from webhooks w
          join webhook_lanes l using (webhook_id)
          where w.workspace_id = ${workspaceId}
            and w.events && ${types}::text[]
            and (select count(*) from added) > 0
          order by w.webhook_id
          for update of l
        )
        select (select coalesce(json_agg(added), '[]') from added) as added,
               (select coalesce(json_agg(listeners), '[]') from listeners) as webhooks`,
  );
  const { added, webhooks } = row ?? { added: [], webhooks: [] };
  await queueDeliveries(tx, workspaceId, { events: added, webhooks });
  return added.length;
}

async function queueDeliveries(
  tx: Transaction,
  workspaceId: string,
  { events, webhooks }: { events: AddedEvent[]; webhooks: Listener[] },
): Promise<void> {
  const deliveries = webhooks.flatMap((webhook) =>
    events
      .filter((event) => webhook.events.includes(event.type))
      .map((event) => ({
        delivery_id: makeId('dlv'),
        webhook_id: webhook.webhook_id,
        ...event,
        status: webhook.is_disabled ? 'held' : 'pending',
        epoch: webhook.epoch,
      })),
  );
  if (deliveries.length === 0) return;
  await tx.query(
    sql`with queued as (
          insert into deliveries (workspace_id, delivery_id, webhook_id, event_id, type, status, epoch, trigger, next_attempt_at, held_at)
          select ${workspaceId}, d.*, 'event', case when d.status = 'pending' then now() end,
                 case when d.status = 'held' then now() end
          from json_to_recordset(${JSON.stringify(deliveries)}) as d (
            delivery_id text, webhook_id text, event_id text, type text, status text, epoch integer)
          returning webhook_id, status
        ), due as (
          update webhook_lanes
          set next_due_at = least(next_due_at, greatest(now(), paused_until))
          where webhook_id in (select webhook_id from queued where status = 'pending')
        )
        select pg_notify(${DELIVERIES_CHANNEL}, '')
        where ${webhooks.some((webhook) => webhook.is_idle)}::boolean`,
  );
}

interface AddedEvent {
  event_id: string;
  type: EventType;
}

/** A webhook that subscribes to such events. */
interface Listener extends LaneState {
  webhook_id: string;
  events: EventType[];
  epoch: number;
}

interface LaneState {
  is_disabled: boolean;
  /** No worker would check this lane soon. */
  is_idle: boolean;
}

export interface StoredEvent {
  eventId: string;
  type: EventType;
  createdAt: Date;
  data: object;
  evidence: object;
}

export interface EventFilter {
  keywordId?: string | undefined;
  type?: EventType | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

/** One page of event bodies, newest first, as JSON text. */
export async function listEvents(
  db: Db,
  workspaceId: string,
  { filter, page }: { filter: EventFilter; page: Page },
): Promise<{ data: string; total: number }> {
  const where = matching(workspaceId, filter);
  const [row] = await db.query<{ data: string | null; total: number }>(
    sql`select (
          select string_agg(body, ',' order by created_at desc, event_id desc)
          from (
            select body, created_at, event_id
            from events
            ${where}
            order by created_at desc, event_id desc
            ${limitTo(page)}
          ) page
        ) as data,
        (select count(*) from events ${where}) as total`,
  );
  return { data: `[${row?.data ?? ''}]`, total: row?.total ?? 0 };
}

/** The bodies of all of them, in the same order. */
export async function* walkEvents(db: Db, workspaceId: string, filter: EventFilter): AsyncGenerator<string[]> {
  const batches = everyBatch(
    (page) =>
      db.records<{ body: string; at: string; eventId: string }>(
        sql`select body, created_at::text as at, event_id
            from events
            ${matching(workspaceId, filter)}
              ${olderThan(page, sql`created_at`, sql`event_id`)}
            order by created_at desc, event_id desc
            ${limitTo(page)}`,
      ),
    ({ at, eventId }) => ({ at, id: eventId }),
  );
  for await (const rows of batches) yield rows.map(({ body }) => body);
}

function matching(workspaceId: string, { keywordId, type, since, until }: EventFilter): Sql {
  return sql`
    where workspace_id = ${workspaceId}
      ${keywordId === undefined ? empty : sql`and body::json #>> '{data,keyword_id}' = ${keywordId}`}
      ${type === undefined ? empty : sql`and type = ${type}`}
      ${since === undefined ? empty : sql`and created_at >= ${since}`}
      ${until === undefined ? empty : sql`and created_at < ${until}`}`;
}

export type FoundEvent = Pick<EventRow, 'type' | 'createdAt' | 'body' | 'evidence'>;

export async function findEvent(db: Db, workspaceId: string, eventId: string): Promise<FoundEvent | undefined> {
  const [event] = await db.records<FoundEvent>(
    sql`select type, created_at, body, evidence
        from events
        where workspace_id = ${workspaceId}
          and event_id = ${eventId}`,
  );
  return event;
}

const BASED_ON_ANSWERS: EventType[] = [
  'visibility.changed',
  'competitor.changed',
  'mention.new',
  'citation.new',
  'alert.triggered',
];

/** The events of a keyword that are based only on its answers, oldest first. */
export async function eventsOf(db: Db, workspaceId: string, keywordId: string): Promise<StoredEvent[]> {
  const rows = await db.records<Omit<StoredEvent, 'data'> & { body: string }>(
    sql`select event_id, type, created_at, body, evidence
        from events
        where workspace_id = ${workspaceId}
          and type = any(${BASED_ON_ANSWERS})
          and body::json #>> '{data,keyword_id}' = ${keywordId}
        order by created_at, event_id`,
  );
  return rows.map(({ body, ...event }) => ({ ...event, data: JSON.parse(body).data }));
}
