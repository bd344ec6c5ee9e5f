-- Work that waits for a reason that is not its own fault, so that the wait is counted and shown.

-- Since when a delivery cannot be sent because of a problem on our side. Its next attempt is always a few seconds away,
-- so `next_attempt_at` does not show how late it is.
alter table deliveries add column unsent_since timestamptz;
create index deliveries_unsent on deliveries (unsent_since) where unsent_since is not null;

alter table attempts drop constraint attempts_outcome;
alter table attempts add constraint attempts_outcome check (outcome in ('succeeded', 'failed', 'unknown', 'unsent'));

-- Why a platform did not take a prompt, such as a rejected key, and since when. It is asked again until its round ends.
alter table questions add column waits_for text;
alter table questions add column waits_since timestamptz;
create index questions_waiting on questions (workspace_id, platform) where waits_for is not null and done_at is null;

-- The request and the trace that published an event, so that a delivery can be followed back to them.
alter table events add column origin jsonb;
