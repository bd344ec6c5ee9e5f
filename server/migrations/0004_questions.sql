-- Local tables: questions are claimed across workspaces.

-- One row per question of the plan. Done rows stay for the life of their round, so that planning a round
-- again does not ask again.
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
  -- What a question under way is taken to cost: counted against the caps until its answer is, or until its lease ends.
  reserved_usd numeric,
  unique (workspace_id, round, keyword_id, platform, prompt_id, repetition)
);
create index questions_due on questions (due_at) where done_at is null;
create index questions_open on questions (workspace_id, due_at) where done_at is null;

-- Questions that were planned and never asked: no platform to ask them, or no time. They are no answers, so they are
-- part of no score, and the coverage says how many they are.
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

-- What asking has cost, in the transaction of the answers it paid for.
create table spend (
  workspace_id text not null references workspaces on delete cascade,
  day date not null,
  platform text not null,
  answers integer not null,
  cost_usd numeric not null,
  -- What answers of unknown cost are taken to have cost: part of no sum that is shown, but of what a cap allows.
  estimated_usd numeric not null default 0,
  primary key (workspace_id, day, platform)
);
