-- Local tables: questions are claimed across workspaces.

-- One row per question of the plan. Done rows stay until their round is deleted, so that planning a round again does not
-- ask again.
create table questions (
  question_id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  keyword_id text not null,
  prompt_id text not null,
  platform text not null,
  round date not null,
  repetition integer not null,
  due_at timestamptz not null,
  done_at timestamptz,
  tries integer not null default 0,
  lease_until timestamptz,
  lease_token uuid,
  -- What a question is expected to cost: counted against the caps until its answer is, or until its lease ends.
  reserved_usd numeric,
  -- Why a platform did not take a prompt, such as a rejected key, and since when. It is asked again until its round ends.
  waits_for text,
  waits_since timestamptz,
  unique (workspace_id, round, keyword_id, platform, prompt_id, repetition)
);
create index questions_due on questions (due_at) where done_at is null;
create index questions_open on questions (workspace_id, due_at) where done_at is null;
create index questions_waiting on questions (workspace_id, platform) where waits_for is not null and done_at is null;

-- Questions that were planned and never asked: no platform to ask them, or no time. They are no answers, so they are
-- part of no score; the coverage counts them.
create table missed_questions (
  workspace_id text not null references workspaces on delete cascade,
  day date not null,
  platform text not null,
  questions integer not null,
  primary key (workspace_id, day, platform)
);

-- Keys of AI platforms that a workspace brings itself, sealed.
create table platform_keys (
  workspace_id text not null references workspaces on delete cascade,
  platform text not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, platform)
);

-- OpenAI-compatible servers that a workspace names itself. The key of each is in platform_keys.
create table platform_instances (
  workspace_id text not null references workspaces on delete cascade,
  platform text not null,
  base_url text not null,
  model text not null,
  -- Sent with every question, in addition to the model and the message.
  request_body jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (workspace_id, platform)
);

-- The pace of each account at a platform, shared by all processes. Unlogged: after a crash of PostgreSQL a platform is
-- asked at once, and pauses again if it has to.
create unlogged table platform_turns (
  -- A keyed hash of the platform and the API key.
  lane_hash text primary key,
  -- When the next request may start.
  next_at timestamptz not null,
  resting_until timestamptz not null default '-infinity'
) with (fillfactor = 50);

-- What asking has cost, in the transaction of the answers it paid for.
create table spend (
  workspace_id text not null references workspaces on delete cascade,
  day date not null,
  platform text not null,
  answers integer not null,
  cost_usd numeric not null,
  -- An estimate for answers of unknown cost: part of no sum that is shown, but counted against a cap.
  estimated_usd numeric not null default 0,
  primary key (workspace_id, day, platform)
);
