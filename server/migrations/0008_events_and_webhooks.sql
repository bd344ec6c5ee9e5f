-- Local tables: deliveries are claimed across workspaces.

create table events (
  event_id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  type text not null,
  -- In the workspace's time, as in the body.
  created_at timestamptz not null,
  -- The bytes that are signed and sent, on every attempt and replay.
  body text not null,
  evidence jsonb not null default '{}',
  -- The fact behind the event: the same fact never becomes a second event.
  fact text not null,
  stored_at timestamptz not null default now(),
  -- The request and the trace that published it, so that a delivery can be followed back to them.
  origin jsonb,
  unique (workspace_id, fact)
);
create index events_newest on events (workspace_id, created_at, event_id);
create index events_by_age on events (stored_at);
-- The events after the last seal.
create index events_to_seal on events (workspace_id, stored_at);
-- The changes of one keyword, for the marks in its history: without it every event of the workspace is parsed.
create index events_moves on events (workspace_id, (body::json #>> '{data,keyword_id}'), created_at)
  where type in ('visibility.changed', 'competitor.changed', 'alert.triggered');
-- The events of one keyword, and of one type. Of a million events, ten thousand of one keyword are counted in 20 ms
-- instead of 5.7 s, and that there is none of a rare type is known in 3 ms instead of 0.7 s.
create index events_of_keyword on events (workspace_id, (body::json #>> '{data,keyword_id}'), created_at, event_id);
create index events_by_type on events (workspace_id, type, created_at, event_id);

-- A chain over the published events of a workspace. Each seal covers the events stored up to `to_at` since the seal
-- before, and its hash covers the hash before, so that a changed, deleted or inserted event is found.
create table event_seals (
  workspace_id text not null references workspaces on delete cascade,
  seal integer not null,
  sealed_at timestamptz not null default now(),
  to_at timestamptz not null,
  -- From then on, retention may have removed its events.
  kept_until timestamptz not null,
  events integer not null,
  windows_judged integer not null,
  reading integer not null,
  root text not null,
  previous text not null,
  hash text not null,
  -- One line for each event and reading: its id and its hash. Null after `kept_until`.
  leaves text,
  primary key (workspace_id, seal)
);
create index event_seals_old on event_seals (kept_until) where leaves is not null;

-- What happened to the service itself, in contrast to events, which are about the measured numbers.
create table activity (
  activity_id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  type text not null,
  -- In the workspace's time.
  created_at timestamptz not null,
  data jsonb not null,
  -- The same fact never becomes a second entry.
  fact text not null,
  -- The order in which a reader follows the list. Never earlier than the start of the transaction.
  stored_at timestamptz not null default clock_timestamp(),
  unique (workspace_id, fact)
);
create index activity_in_order on activity (workspace_id, stored_at, activity_id);
create index activity_by_age on activity (stored_at);

create table webhooks (
  webhook_id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  url text not null,
  events text[] not null,
  secret bytea not null,
  -- A new secret during its grace period: signs beside the old one until then, and alone from then on.
  next_secret bytea,
  grace_until timestamptz,
  description text,
  status text not null default 'enabled' constraint webhooks_status check (status in ('enabled', 'disabled')),
  -- Increased when it is enabled again, so that attempts begun before cannot disable it.
  epoch integer not null default 0,
  disabled_at timestamptz,
  disabled_reason text constraint webhooks_disabled_reason check (disabled_reason in ('delivery_failures', 'gone', 'user')),
  -- When its owner was last warned that it is about to be disabled.
  warned_at timestamptz,
  -- Send Test: how many since when.
  tests_since timestamptz,
  tests integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  format text not null default 'json'
    constraint webhooks_format check (format in ('json', 'slack', 'teams', 'discord')),
  payload text not null default 'full' constraint webhooks_payload check (payload in ('full', 'thin')),
  -- Extra request headers: their names, and a sealed JSON object of names and values.
  header_names text[] not null default '{}',
  headers bytea
);
create index webhooks_by_workspace on webhooks (workspace_id, created_at);

-- Webhooks that are deleted and whose log is still to be removed.
create table webhook_removals (
  webhook_id text primary key,
  removed_at timestamptz not null default now()
);

-- A webhook's queue. Due lanes are claimed first and a few deliveries of each after that, so that one flooded webhook
-- does not keep the others waiting. The lane is the row that every process locks first, so its values are true after
-- waiting for it. `paused_until = 'infinity'` means that the webhook is disabled.
create table webhook_lanes (
  webhook_id text primary key references webhooks on delete cascade,
  next_due_at timestamptz not null default 'infinity',
  in_flight integer not null default 0,
  cap integer not null,
  paused_until timestamptz,
  epoch integer not null default 0
) with (fillfactor = 70);
-- A lane that rests or is full is not read by a claim.
create index webhook_lanes_due on webhook_lanes (next_due_at) where in_flight < cap;
create index webhook_lanes_disabled on webhook_lanes (webhook_id) where paused_until = 'infinity';
-- Counted at every scrape of the metrics.
create index webhook_lanes_paused on webhook_lanes (paused_until) where paused_until is not null;

-- Webhooks with new deliveries. A row commits together with its deliveries, so a claim that sees one sees the other.
-- Rows are only added, and deleted by the claim that has read them: publishing never waits for a lock. No index, because
-- a claim reads all rows, and there are few.
create table lane_wakeups (
  webhook_id text not null,
  due_at timestamptz not null default now()
) with (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_threshold = -1,
  -- Giving pages back needs a lock that publishing would wait for.
  vacuum_truncate = false
);

-- One row per process that sends webhooks. 8 seconds without a beat mean that it has crashed.
create table delivery_workers (
  worker_id uuid primary key,
  beat_at timestamptz not null default now(),
  -- A worker that missed its own beats, or has just started, does not judge others before this time: a database that
  -- was unreachable has silenced all of them.
  judges_from timestamptz not null,
  -- Until then this worker claims again without a notification.
  awake_until timestamptz not null default '-infinity'
) with (fillfactor = 50);

-- No keys to webhooks and events: the log outlives neither its webhook nor its retention, but it is removed in batches. A
-- cascade over a million rows would hold its locks for as long as that takes.
create table deliveries (
  delivery_id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  webhook_id text not null,
  event_id text not null,
  type text not null,
  trigger text not null constraint deliveries_trigger check (trigger in ('event', 'replay', 'retry', 'test')),
  status text not null default 'pending'
    constraint deliveries_status check (status in ('pending', 'succeeded', 'failed', 'held', 'cancelled')),
  attempt_count integer not null default 0,
  -- Attempts in a row whose outcome is unknown.
  unknowns integer not null default 0,
  next_attempt_at timestamptz,
  -- A lease lasts as long as its worker's heartbeat, so it has no end of its own.
  leased_at timestamptz,
  lease_token uuid,
  epoch integer not null,
  response_status integer,
  -- Of a test, which is not an event of the workspace.
  body text,
  held_at timestamptz,
  created_at timestamptz not null default now(),
  worker_id uuid,
  -- Since when it cannot be sent because of a problem on our side. Its next attempt is always a few seconds away, so
  -- `next_attempt_at` does not show how late it is.
  unsent_since timestamptz
) with (fillfactor = 80);
create unique index deliveries_once on deliveries (event_id, webhook_id) where trigger = 'event';
create index deliveries_again on deliveries (event_id) where trigger in ('replay', 'retry');
create index deliveries_due on deliveries (webhook_id, next_attempt_at) where status = 'pending' and leased_at is null;
create index deliveries_leased on deliveries (leased_at) where leased_at is not null;
create index deliveries_newest on deliveries (webhook_id, created_at);
create index deliveries_by_age on deliveries (created_at);
create index deliveries_pending on deliveries (workspace_id) where status = 'pending';
create index deliveries_held on deliveries (webhook_id, held_at) where status = 'held';
create index deliveries_unsent on deliveries (unsent_since) where unsent_since is not null;
-- Counted at every scrape of the metrics.
create index deliveries_cancelled on deliveries (delivery_id) where status = 'cancelled';

create table attempts (
  delivery_id text not null references deliveries on delete cascade,
  attempt integer not null,
  webhook_id text not null,
  started_at timestamptz not null,
  duration_ms integer,
  dns_ms integer,
  connect_ms integer,
  tls_ms integer,
  first_byte_ms integer,
  outcome text not null constraint attempts_outcome check (outcome in ('succeeded', 'failed', 'unknown', 'unsent')),
  error text,
  response_status integer,
  response_body text,
  primary key (delivery_id, attempt, started_at)
);

-- Requests to webhooks of sandboxes whose address is the built-in inbox.
create table webhook_inbox (
  webhook_id text not null references webhooks on delete cascade,
  -- Counts up within a webhook, in the order of commits.
  sequence integer not null,
  delivery_id text not null,
  event_id text not null,
  type text not null,
  attempt integer not null,
  received_at timestamptz not null default now(),
  headers jsonb not null,
  body text not null,
  primary key (webhook_id, sequence)
);
