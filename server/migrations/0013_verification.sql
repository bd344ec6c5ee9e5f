-- The version of the analysis that a reading's findings were made with. A newer version of the service analyzes the
-- stored answers again, under a new reading with the same names.
alter table readings add column analysis integer not null default 1;

-- A chain over the published events of a workspace. Each seal covers the events stored up to `to_at` since the seal
-- before, and its hash covers the hash before, so that a changed, deleted or inserted event is found. The workers seal
-- existing events day by day after this migration.
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
-- The events after the last seal.
create index events_to_seal on events (workspace_id, stored_at);
