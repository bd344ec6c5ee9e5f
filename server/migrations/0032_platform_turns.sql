-- The pace of each account at a platform, shared by all processes. Unlogged: after a crash of PostgreSQL a platform is
-- asked at once, and pauses again if it has to.
create unlogged table platform_turns (
  -- A keyed hash of the platform and the API key.
  lane_hash text primary key,
  -- When the next request may start.
  next_at timestamptz not null,
  resting_until timestamptz not null default '-infinity'
) with (fillfactor = 50);
