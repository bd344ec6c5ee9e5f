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
  unique (workspace_id, fact)
);
create index events_newest on events (workspace_id, created_at, event_id);

create table webhooks (
  webhook_id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  url text not null,
  events text[] not null,
  secret bytea not null,
  description text,
  status text not null default 'enabled' constraint webhooks_status check (status in ('enabled', 'disabled')),
  -- Counted up when it is enabled again, so that attempts begun before cannot disable it.
  epoch integer not null default 0,
  disabled_at timestamptz,
  disabled_reason text constraint webhooks_disabled_reason check (disabled_reason in ('delivery_failures', 'gone', 'user')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index webhooks_by_workspace on webhooks (workspace_id, created_at);

-- A webhook's queue. Due lanes are claimed first and a few deliveries of each after that, so that one flooded
-- webhook does not keep the others waiting.
create table webhook_lanes (
  webhook_id text primary key references webhooks on delete cascade,
  next_due_at timestamptz not null default 'infinity',
  in_flight integer not null default 0,
  cap integer not null default 8,
  paused_until timestamptz
) with (fillfactor = 70);
create index webhook_lanes_due on webhook_lanes (next_due_at);

create table deliveries (
  delivery_id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  webhook_id text not null references webhooks on delete cascade,
  event_id text not null references events on delete cascade,
  trigger text not null constraint deliveries_trigger check (trigger in ('event', 'replay', 'retry', 'test')),
  status text not null default 'pending'
    constraint deliveries_status check (status in ('pending', 'succeeded', 'failed', 'held', 'cancelled')),
  attempt_count integer not null default 0,
  next_attempt_at timestamptz,
  lease_until timestamptz,
  lease_token uuid,
  epoch integer not null,
  response_status integer,
  created_at timestamptz not null default now()
) with (fillfactor = 80);
create unique index deliveries_once on deliveries (event_id, webhook_id) where trigger = 'event';
create index deliveries_due on deliveries (webhook_id, next_attempt_at) where status = 'pending' and lease_until is null;
create index deliveries_leased on deliveries (lease_until) where lease_until is not null;
create index deliveries_newest on deliveries (webhook_id, created_at);
create index deliveries_pending on deliveries (workspace_id) where status = 'pending';

create table attempts (
  delivery_id text not null references deliveries on delete cascade,
  attempt integer not null,
  webhook_id text not null,
  started_at timestamptz not null,
  duration_ms integer,
  outcome text not null constraint attempts_outcome check (outcome in ('succeeded', 'failed', 'unknown')),
  error text,
  response_status integer,
  response_body text,
  primary key (delivery_id, attempt, started_at)
);

-- E-mails to send. The key names the fact, so that a fact is mailed once whoever notices it.
create table mail_outbox (
  dedupe_key text primary key,
  account_id text not null references accounts on delete cascade,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
