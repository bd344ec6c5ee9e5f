-- A lease lasts as long as its worker's heartbeat, so it needs no end of its own.
alter table deliveries rename column lease_until to leased_at;
alter table deliveries add column worker_id uuid;
-- Leases of the previous version: without a worker, so they are released 8 seconds later.
update deliveries set leased_at = now() where leased_at is not null;

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
