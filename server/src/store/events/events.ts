import type { EventType } from '@visibility/sdk';
import { makeId } from '../../base/id.ts';
import { type Db, empty, type Sql, sql, type Transaction } from '../db.ts';
import { everyBatch, limitTo, olderThan, type Page } from '../pages.ts';
import { rowSet } from '../row-set.ts';
import { wakeUnlessAwake } from '../webhooks/lanes.ts';
import type { Origin } from '../workspaces/workspaces.ts';

export interface EventRow {
  eventId: string;
  type: EventType;
  createdAt: Date;
  body: string;
  evidence: object;
  fact: string;
  origin?: Origin | undefined;
}

const EVENT_COLUMNS = {
  eventId: 'text',
  type: 'text',
  createdAt: 'timestamptz',
  body: 'text',
  evidence: 'jsonb',
  fact: 'text',
  origin: 'jsonb',
} as const;

/**
 * Stores events and queues their deliveries in the caller's transaction, in one statement. A fact that already became
 * an event is skipped. Returns how many events are new.
 *
 * It locks no row that others change. The mark commits with the deliveries and makes a worker look at the webhook; if it
 * was disabled or deleted in the meantime, the worker holds or removes them. The generated history of a sandbox is not
 * news, so it has no deliveries.
 */
export async function insertEvents(tx: Transaction, workspaceId: string, events: EventRow[]): Promise<number> {
  if (events.length === 0) return 0;
  return tx.number(
    sql`with added as (
          insert into events (workspace_id, event_id, type, created_at, body, evidence, fact, origin)
          select ${workspaceId}, e.*
          from ${rowSet('e', events, EVENT_COLUMNS)}
          order by e.fact
          on conflict (workspace_id, fact) do nothing
          returning event_id, type
        ), queued as (
          insert into deliveries (workspace_id, delivery_id, webhook_id, event_id, type, epoch, trigger, next_attempt_at)
          select ${workspaceId}, left(${makeId('dlv')}, 14) || right(replace(gen_random_uuid()::text, '-', ''), 16), w.webhook_id, a.event_id, a.type, w.epoch, 'event', now()
          from added a
          join webhooks w on w.workspace_id = ${workspaceId} and a.type = any(w.events)
          where not exists (
            select from sandboxes
            where workspace_id = ${workspaceId}
              and history_days > 0
              and ready_at is null
          )
          returning webhook_id
        ), marked as (
          insert into lane_wakeups (webhook_id)
          select distinct webhook_id
          from queued
          returning webhook_id
        )
        select (select count(*) from added) as added,
               case when exists (select from marked) then ${wakeUnlessAwake} end`,
  );
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

export function findEvent(db: Db, workspaceId: string, eventId: string): Promise<FoundEvent | undefined> {
  return db.record<FoundEvent>(
    sql`select type, created_at, body, evidence
        from events
        where workspace_id = ${workspaceId}
          and event_id = ${eventId}`,
  );
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
