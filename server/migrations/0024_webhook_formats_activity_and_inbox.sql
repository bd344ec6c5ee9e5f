alter table webhooks
  add column format text not null default 'json'
    constraint webhooks_format check (format in ('json', 'slack', 'teams', 'discord')),
  add column payload text not null default 'full' constraint webhooks_payload check (payload in ('full', 'thin')),
  -- Extra request headers: their names, and a sealed JSON object of names and values.
  add column header_names text[] not null default '{}',
  add column headers bytea;

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
