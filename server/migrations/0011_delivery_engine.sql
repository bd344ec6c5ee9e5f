-- A new secret during its time of grace: signs beside the old one until then, and alone from then on.
alter table webhooks
  add column next_secret bytea,
  add column grace_until timestamptz,
  -- When its owner was last warned that it is about to be disabled.
  add column warned_at timestamptz,
  -- Send Test: how many since when.
  add column tests_since timestamptz,
  add column tests integer not null default 0;

-- A lane that rests or is full is not looked at by a claim. `paused_until = 'infinity'` says that the webhook is
-- disabled: the lane is the row that everybody locks first, so what it says is true after waiting for it.
drop index webhook_lanes_due;
create index webhook_lanes_due on webhook_lanes (next_due_at) where in_flight < cap;
create index webhook_lanes_disabled on webhook_lanes (webhook_id) where paused_until = 'infinity';

-- The log outlives neither its webhook nor its time, but it is removed in batches: a cascade over a million rows
-- would hold its locks for as long as that takes.
alter table deliveries
  drop constraint deliveries_webhook_id_fkey,
  drop constraint deliveries_event_id_fkey,
  add column type text,
  -- Of a test, which is not an event of the workspace.
  add column body text,
  add column held_at timestamptz,
  -- Attempts in a row whose outcome nobody saw.
  add column unknowns integer not null default 0;
update deliveries d set type = e.type from events e where e.event_id = d.event_id;
update deliveries set held_at = now() where status = 'held';
alter table deliveries alter column type set not null;
create index deliveries_held on deliveries (webhook_id, held_at) where status = 'held';
create index deliveries_again on deliveries (event_id) where trigger in ('replay', 'retry');
create index deliveries_by_age on deliveries (created_at);
create index events_by_age on events (stored_at);

alter table attempts
  add column dns_ms integer,
  add column connect_ms integer,
  add column tls_ms integer,
  add column first_byte_ms integer;

-- Webhooks that are gone and whose log is still to be removed.
create table webhook_removals (
  webhook_id text primary key,
  removed_at timestamptz not null default now()
);
