import { randomUUID } from 'node:crypto';
import type { EventType, WebhookSettings } from '@visibility/sdk';
import type { Mode } from '../accounts/accounts.ts';
import { type Db, type Sql, sql } from '../db.ts';
import type { Origin } from '../workspaces/workspaces.ts';
import { hold, LANE_LIMIT } from './delivery-states.ts';

/** A leased delivery with everything needed to send it. */
export interface ClaimedDelivery {
  deliveryId: string;
  workspaceId: string;
  webhookId: string;
  eventId: string;
  trigger: 'event' | 'replay' | 'retry' | 'test';
  /** The number of this attempt: 1 to 6. */
  attempt: number;
  epoch: number;
  type: EventType;
  /** The bytes to send, or the event to make them from. */
  body: string;
  /** How to make the body. Undefined: it is sent as it is. */
  rendering: Rendering | undefined;
  url: string;
  sealedSecret: Buffer;
  /** During a secret rotation: the new secret. */
  sealedNextSecret: Buffer | undefined;
  sealedHeaders: Buffer | undefined;
  leaseToken: string;
  /** Since when it cannot be sent because of a problem on our side. */
  unsentSince?: Date | undefined;
  /** Of the event. Undefined if no request published it. */
  origin?: Origin | undefined;
}

/** What a body in another form than the event itself is made from. */
export interface Rendering {
  format: WebhookSettings['format'];
  payload: WebhookSettings['payload'];
  mode: Mode;
  evidence: object;
}

export interface DeliveryClaim {
  /** Who claims. The lease lasts as long as the heartbeat of this worker. */
  workerId: string;
  /** The maximum number of webhooks per pass, and of deliveries per webhook. */
  lanes: number;
  perLane: number;
  /**
   * The maximum number of deliveries. With many due webhooks each gets one, with few each gets more, so that
   * connections are reused.
   */
  room: number;
  /** Only webhooks without an attempt in progress that are not known to hang. */
  onlyIdle?: boolean;
  /** For how long this worker claims again without a notification. Default: it needs one. */
  awakeMs?: number;
}

export interface Claimed {
  deliveries: ClaimedDelivery[];
  /** Whether another claim now would find something. */
  hasMore: boolean;
}

/**
 * Leases due deliveries, a few per due webhook, so that one webhook with a hundred thousand queued deliveries does not
 * delay the others. No transaction stays open while a receiver is slow.
 */
export async function claimDeliveries(db: Db, claim: DeliveryClaim): Promise<Claimed> {
  const leaseToken = randomUUID();
  const rows = await db.records<ClaimedDelivery & { hasMore: boolean; durability: string }>(
    claimStatement(claim, leaseToken),
  );
  const deliveries = rows
    .filter((row) => row.deliveryId !== undefined)
    .map(({ hasMore: _, durability: __, ...delivery }) => ({ ...delivery, leaseToken }));
  return { deliveries, hasMore: rows[0]?.hasMore ?? false };
}

/**
 * One statement, so one snapshot. It finds webhooks with due deliveries (`marks`, `candidates`), locks their lanes
 * (`locked`), leases deliveries (`picked`, `claimed`), holds those of disabled webhooks (`held`), updates the queue
 * (`moved`, `unmarked`, `awake`) and reads what is needed to send.
 *
 * It does not wait for the disk: a claim that is lost when PostgreSQL crashes is made again. It uses `any(array(…))`,
 * because `update … from` with a limit took 717 ms at a backlog of a million, and this 1.3 ms.
 */
export function claimStatement(asked: DeliveryClaim, leaseToken: string): Sql {
  const claim = { onlyIdle: false, awakeMs: 0, ...asked, lanes: Math.min(asked.lanes, asked.room) };
  return sql`
    with marks as materialized (${marks}),
    candidates as materialized (${candidates(claim)}),
    locked as materialized (${locked(claim)}),
    picked as materialized (${picked(claim)}),
    claimed as (${claimed(claim, leaseToken)}),
    held as (${held}),
    taken as (select webhook_id, count(*)::integer as count from claimed group by webhook_id),
    moved as (${moved(claim)}),
    unmarked as (delete from lane_wakeups where ctid = any(array(
      select mark from marks where webhook_id in (select webhook_id from locked)))),
    awake as (${awake(claim)})
    ${whatToSend(claim)}`;
}

type Claim = Required<DeliveryClaim>;

/**
 * Webhooks with new deliveries. A mark commits with them: if the snapshot misses them, the mark stays for the next claim.
 * At most 10,000, so that a claim stays short after workers were stopped for a day.
 */
const marks = sql`select ctid as mark, webhook_id, due_at from lane_wakeups limit ${10_000}`;

/** Webhooks with a mark, or with room for an attempt that is due. Those that have waited longest come first. */
const candidates = ({ onlyIdle, lanes }: Claim) => sql`
  select webhook_id, version
  from (
    select m.webhook_id, l.version, m.due_at
    from (select webhook_id, min(due_at) as due_at from marks group by webhook_id) m
    cross join lateral (select xmin::text as version from webhook_lanes where webhook_id = m.webhook_id limit 1) l
    union all
    (select webhook_id, xmin::text, next_due_at
     from webhook_lanes
     where next_due_at <= now() and in_flight < cap and (not ${onlyIdle}::boolean or in_flight = 0 and cap = ${LANE_LIMIT})
     order by next_due_at
     limit ${lanes})
  ) c
  group by webhook_id, version
  order by min(due_at)
  limit ${lanes}`;

/**
 * Their lanes, and how many attempts each can start. A lane that was changed after the snapshot has another `xmin`. Its
 * deliveries may have changed too, so it is left to the next claim, like a lane that another transaction has locked.
 */
const locked = ({ onlyIdle }: Claim) => sql`
  select l.*
  from candidates c
  cross join lateral (
    select webhook_id, epoch, paused_until, coalesce(paused_until = 'infinity', false) as is_disabled,
           case when paused_until > now() or ${onlyIdle}::boolean and (in_flight > 0 or cap < ${LANE_LIMIT}) then 0
                else greatest(0, cap - in_flight) end as room
    from webhook_lanes
    where webhook_id = c.webhook_id and xmin::text = c.version
    limit 1 for update skip locked
  ) l`;

/** The deliveries to send: the room is shared between the webhooks, and each gets at least one. */
const picked = ({ perLane, room }: Claim) => sql`
  select d.delivery_id
  from locked cross join lateral (
    select x.delivery_id
    from deliveries x
    where x.webhook_id = locked.webhook_id and ${isQueued} and x.next_attempt_at <= now()
    order by x.next_attempt_at
    limit least(locked.room, ${perLane}::integer,
                greatest(1, ${room}::integer / (select greatest(1, count(*)) from locked where room > 0)))
  ) d
  where locked.room > 0`;

const isQueued = sql`x.status = 'pending' and x.leased_at is null`;

/** Starts an attempt. A delivery may have been published before its webhook was enabled again, and committed after. */
const claimed = ({ workerId }: Claim, leaseToken: string) => sql`
  update deliveries d
  set leased_at = now(), lease_token = ${leaseToken}, worker_id = ${workerId}, attempt_count = attempt_count + 1,
      epoch = (select epoch from locked where locked.webhook_id = d.webhook_id)
  where delivery_id = any(array(select delivery_id from picked))
  returning delivery_id, workspace_id, webhook_id, event_id, type, trigger, attempt_count as attempt, epoch,
            body as made_body, unsent_since`;

/** Up to 1,000 deliveries of each disabled webhook. The sweep holds the rest. */
const held = sql`
  update deliveries
  set ${hold}
  where delivery_id = any(array(
    select d.delivery_id
    from locked cross join lateral (
      select x.delivery_id
      from deliveries x
      where x.webhook_id = locked.webhook_id and ${isQueued}
      order by x.next_attempt_at
      limit ${1_000}
    ) d
    where locked.is_disabled))`;

/** The lanes count the new attempts, and know when their next delivery is due. */
const moved = ({ onlyIdle }: Claim) => sql`
  update webhook_lanes l
  set in_flight = l.in_flight + coalesce(taken.count, 0),
      next_due_at = greatest(now(), l.paused_until, coalesce((
        select x.next_attempt_at
        from deliveries x
        where x.webhook_id = l.webhook_id and ${isQueued} and x.delivery_id <> all(array(select delivery_id from picked))
        order by x.next_attempt_at
        limit 1), 'infinity'))
  from locked left join taken using (webhook_id)
  where l.webhook_id = locked.webhook_id
  returning l.next_due_at <= now() and l.in_flight < l.cap and not ${onlyIdle}::boolean as has_more`;

/** Until then, publishers do not notify. */
const awake = ({ workerId, awakeMs }: Claim) => sql`
  update delivery_workers
  set awake_until = clock_timestamp() + make_interval(secs => ${awakeMs / 1000})
  where worker_id = ${workerId} and ${awakeMs > 0}::boolean`;

/**
 * One row per delivery, or only whether there are more. Those of a flooded webhook come last: the others do not wait
 * until they are signed and encrypted. With its limit, the last join does not read all webhooks to find a few.
 */
const whatToSend = ({ lanes }: Claim) => sql`
  select t.has_more, set_config('synchronous_commit', 'off', true) as durability, c.delivery_id, c.workspace_id,
         c.webhook_id, c.event_id, c.type, c.trigger, c.attempt, c.epoch,
         coalesce(c.made_body, e.body) as body, e.origin, c.unsent_since, w.url,
         case when w.grace_until <= now() then w.next_secret else w.secret end as sealed_secret,
         case when w.grace_until > now() then w.next_secret end as sealed_next_secret, w.headers as sealed_headers,
         case when c.made_body is null and (w.format <> 'json' or w.payload <> 'full') then
           json_build_object('format', w.format, 'payload', w.payload, 'evidence', e.evidence,
                             'mode', (select mode from workspaces where workspace_id = c.workspace_id)) end as rendering
  from (
    select n.candidates >= ${lanes} or n.candidates > n.locked or exists (select from moved where has_more) as has_more
    from (select (select count(*) from candidates) as candidates, (select count(*) from locked) as locked) n
  ) t
  left join claimed c on true
  left join events e using (event_id)
  left join lateral (select * from webhooks where webhook_id = c.webhook_id limit 1) w on true
  left join taken on taken.webhook_id = c.webhook_id
  order by taken.count`;
