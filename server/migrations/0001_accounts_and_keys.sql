-- Local tables: what is looked up without a workspace, or claimed across workspaces.
-- Facts (0002) are keyed by workspace_id and never joined with these.

-- Always empty. A transaction that writes facts and local rows begins with a write to it,
-- which makes a Citus cluster commit in two phases; on one PostgreSQL it costs nothing.
create table two_phase (id text primary key);

create table accounts (
  account_id text primary key,
  name text not null,
  owner_email text,
  plan text not null default 'free' constraint accounts_plan check (plan in ('free', 'pro', 'enterprise')),
  created_at timestamptz not null default now()
);

create table workspaces (
  workspace_id text primary key,
  account_id text not null references accounts on delete cascade,
  mode text not null constraint workspaces_mode check (mode in ('live', 'test')),
  -- Windows of seven days are counted from this day.
  first_day date not null,
  -- How far the workspace's time is ahead of the clock; only ever moved in a sandbox.
  clock_ahead interval not null default '0',
  -- Rounds are planned up to and including this day; windows are judged up to this number.
  planned_through date,
  windows_judged integer not null default 0,
  -- Where the significance rule differs from its defaults: minPoints, alpha, minAnswers, baselineWindows.
  significance jsonb not null default '{}',
  -- Under which names answers are to be read; see readings.
  reading integer not null default 0,
  created_at timestamptz not null default now(),
  unique (account_id, mode)
);

create table api_keys (
  key_id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  key_hash bytea not null unique,
  name text not null,
  prefix text not null,
  scopes text[] not null,
  allowed_ips text[] not null default '{}',
  allowed_domains text[] not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_by_workspace on api_keys (workspace_id, created_at);

-- Losing a count in a crash is better than writing every request to the log.
create unlogged table rate_windows (
  workspace_id text primary key,
  started_at timestamptz not null,
  used integer not null
) with (fillfactor = 50);

-- One-time links into the dashboard.
create table sign_in_links (
  token_hash bytea primary key,
  account_id text not null references accounts on delete cascade,
  expires_at timestamptz not null
);

create table sessions (
  token_hash bytea primary key,
  account_id text not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- The simulated world behind a test workspace. Its history is made by letting time pass from `first_day` on.
create table sandboxes (
  workspace_id text primary key references workspaces on delete cascade,
  seed text not null,
  history_days integer not null,
  ready_at timestamptz,
  -- Only one process at a time lets time pass; one that dies gives up its turn when the lease ends.
  lease_until timestamptz,
  lease_token uuid
);

-- Stored answers that are still to be read under a workspace's newest names.
create table rereads (
  workspace_id text primary key references workspaces on delete cascade,
  keywords_total integer not null,
  keywords_done integer not null default 0,
  lease_until timestamptz
);
