-- One row per question of the plan. Done rows stay for the life of their round, so that planning a round
-- again does not ask again.
create table questions (
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
  primary key (workspace_id, round, keyword_id, platform, prompt_id, repetition)
);
create index questions_due on questions (due_at) where done_at is null;
create index questions_open on questions (workspace_id, due_at) where done_at is null;
