import { type Db, sql } from './db.ts';
import { canBeAsked } from './questions/questions.ts';
import { hasNoWorker, SILENCE_SECONDS } from './webhooks/workers.ts';

/** What is queued in the database, for all processes together. Counts stop at 10,000. */
export interface Queues {
  /** The database's time. */
  now: Date;
  databaseBytes: number;
  workers: number;
  questions: QueueState;
  deliveries: QueueState;
  mail: QueueState;
  /** Deliveries that cannot be sent because of a problem on our side. */
  deliveriesUnsent: number;
  deliveriesHeld: number;
  deliveriesCancelled: number;
  /** Lanes that are paused because their receiver asked for it, and those of disabled webhooks. */
  lanesPaused: number;
  lanesDisabled: number;
  mailFailed: number;
}

export interface QueueState {
  due: number;
  oldestSeconds: number;
}

// The maximum count. Counting further cost 300 ms per scrape with a million queued deliveries.
const MOST = 10_000;
// Monitoring must not overload the database, so the statement has a timeout.
const TIMEOUT_MS = 2_000;

/**
 * How many items are due and since when, in one statement over indexes. A sandbox's questions are not included, since
 * its time jumps. A delivery counts as due if it could be sent now: not if its receiver asked for a pause or has the
 * maximum in progress, but if its worker crashed. A question counts if a platform with a key can be asked.
 */
export async function readQueues(db: Db, everywhere?: readonly string[]): Promise<Queues> {
  return db.transaction(async (tx) => {
    await tx.query(sql`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`);
    const [row] = await tx.records<QueuesRow>(statementFor(everywhere));
    if (!row) throw new Error('a select without a table returned no row');
    const { oldestQuestion, oldestDelivery, oldestMail, ...counts } = row;
    const state = (due: number, oldest: Date | undefined): QueueState => ({
      due,
      oldestSeconds: oldest ? Math.max(0, (row.now.getTime() - oldest.getTime()) / 1000) : 0,
    });
    return {
      ...counts,
      questions: state(row.questions, oldestQuestion),
      deliveries: state(row.deliveries, oldestDelivery),
      mail: state(row.mail, oldestMail),
    };
  });
}

const statementFor = (everywhere: readonly string[] | undefined) => sql`
  with open_questions as materialized (
    select x.due_at
    from questions x
    join workspaces w using (workspace_id)
    where x.done_at is null
      and x.due_at <= now()
      and w.mode = 'live'
      and ${canBeAsked(everywhere)}
    order by x.due_at
    limit ${MOST}
  ), lanes as materialized (
    select l.webhook_id
    from (
      select webhook_id from webhook_lanes where next_due_at <= now()
      union
      select webhook_id from lane_wakeups
    ) due
    join webhook_lanes l using (webhook_id)
    where l.in_flight < l.cap
      and (l.paused_until is null or l.paused_until <= now())
  ), open_deliveries as materialized (
    select d.next_attempt_at
    from lanes
    cross join lateral (
      select x.next_attempt_at
      from deliveries x
      where x.webhook_id = lanes.webhook_id
        and x.status = 'pending'
        and x.leased_at is null
        and x.next_attempt_at <= now()
      limit ${MOST}
    ) d
    limit ${MOST}
  ), firsts as (
    select d.next_attempt_at
    from lanes
    cross join lateral (
      select x.next_attempt_at
      from deliveries x
      where x.webhook_id = lanes.webhook_id
        and x.status = 'pending'
        and x.leased_at is null
        and x.next_attempt_at <= now()
      order by x.next_attempt_at
      limit 1
    ) d
    union all
    select min(leased_at)
    from deliveries
    where ${hasNoWorker}
    union all
    -- They are always due in a few seconds.
    select min(unsent_since)
    from deliveries
    where unsent_since is not null
  ), open_mail as materialized (
    select created_at
    from mail_outbox
    where sent_at is null
      and failed_at is null
    limit ${MOST}
  )
  select now() as now, pg_database_size(current_database()) as database_bytes,
         (select count(*) from delivery_workers where beat_at > now() - make_interval(secs => ${SILENCE_SECONDS})) as workers,
         (select count(*) from open_questions) as questions,
         (select min(due_at) from open_questions) as oldest_question,
         (select count(*) from open_deliveries) as deliveries,
         (select min(next_attempt_at) from firsts) as oldest_delivery,
         (select count(*) from open_mail) as mail,
         (select min(created_at) from open_mail) as oldest_mail,
         (select count(*) from (select from deliveries where unsent_since is not null limit ${MOST}) d) as deliveries_unsent,
         (select count(*) from (select from deliveries where status = 'held' limit ${MOST}) d) as deliveries_held,
         (select count(*) from (select from deliveries where status = 'cancelled' limit ${MOST}) d) as deliveries_cancelled,
         (select count(*) from webhook_lanes where paused_until > now() and paused_until < 'infinity') as lanes_paused,
         (select count(*) from webhook_lanes where paused_until = 'infinity') as lanes_disabled,
         (select count(*) from (select from mail_outbox where failed_at is not null limit ${MOST}) m) as mail_failed`;

interface QueuesRow extends Omit<Queues, 'questions' | 'deliveries' | 'mail'> {
  questions: number;
  oldestQuestion: Date | undefined;
  deliveries: number;
  oldestDelivery: Date | undefined;
  mail: number;
  oldestMail: Date | undefined;
}
