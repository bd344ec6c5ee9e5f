-- Local tables: what is looked up without a workspace, or claimed across workspaces.
-- Facts are keyed by workspace_id and never joined with these.

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

-- Accounts that are being deleted: what is still to be removed when the command is interrupted, and what was removed.
-- No foreign key: it outlives the account.
create table account_removals (
  account_id text primary key,
  name text not null,
  workspace_ids text[] not null,
  removed jsonb not null default '{}',
  started_at timestamptz not null default now()
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
  -- Under which names answers are to be read; see readings.
  reading integer not null default 0,
  -- Nothing is asked beyond these; null: no cap.
  daily_cap_usd numeric constraint workspaces_daily_cap check (daily_cap_usd >= 0),
  monthly_cap_usd numeric constraint workspaces_monthly_cap check (monthly_cap_usd >= 0),
  -- Ask as often as an interval of this many points takes; null: eight times a week.
  interval_points integer constraint workspaces_interval_points check (interval_points between 5 and 60),
  created_at timestamptz not null default now(),
  unique (account_id, mode)
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

create table members (
  member_id text primary key,
  account_id text not null references accounts on delete cascade,
  -- In lower case; one person is in one account.
  email text not null unique,
  name text not null,
  role text not null constraint members_role check (role in ('owner', 'member', 'viewer')),
  -- $scrypt$ln=17,r=8,p=1$salt$hash: it says what it was made with, so that the cost can be raised.
  password text not null,
  created_at timestamptz not null default now()
);
create index members_by_account on members (account_id, created_at);

create table invitations (
  invitation_id text primary key,
  account_id text not null references accounts on delete cascade,
  token_hash bytea not null unique,
  email text not null,
  role text not null constraint invitations_role check (role in ('owner', 'member', 'viewer')),
  -- Null: by the command line, or by a member who was removed.
  invited_by text references members on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Inviting the same address again replaces its link.
  unique (account_id, email)
);

-- One-time links into the dashboard.
create table sign_in_links (
  token_hash bytea primary key,
  account_id text not null references accounts on delete cascade,
  expires_at timestamptz not null
);

create table sessions (
  token_hash bytea primary key,
  session_id text not null,
  account_id text not null references accounts on delete cascade,
  -- Null: opened by a link before the account had an owner.
  member_id text references members on delete cascade,
  opened_by text not null default 'link'
    constraint sessions_opened_by check (opened_by in ('link', 'password', 'invitation')),
  user_agent text,
  address text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create unique index sessions_by_id on sessions (session_id);
create index sessions_by_account on sessions (account_id, member_id);
create index sessions_by_member on sessions (member_id);
create index sessions_by_expiry on sessions (expires_at);

-- Failed attempts to sign in, per pair of email and network (an IPv4 address or an IPv6 /64), and per email in total.
-- Hashed: people type passwords into the wrong field.
create table sign_in_failures (
  subject_hash bytea primary key,
  failures integer not null,
  last_failed_at timestamptz,
  window_ends_at timestamptz not null,
  -- This email signed in from this network, which keeps its limit while others guess.
  known_until timestamptz
);
create index sign_in_failures_by_end on sign_in_failures (window_ends_at);

create table api_keys (
  key_id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  key_hash bytea not null unique,
  name text not null,
  prefix text not null,
  scopes text[] not null,
  allowed_ips text[] not null default '{}',
  allowed_domains text[] not null default '{}',
  -- The actor as the audit log writes it; null if it is not known. It stays when the member is removed.
  created_by text,
  created_by_member text references members on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_by_workspace on api_keys (workspace_id, created_at);
create index api_keys_by_creator on api_keys (created_by_member) where created_by_member is not null;

create table oauth_clients (
  client_id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  secret_hash bytea not null,
  name text not null,
  scopes text[] not null,
  allowed_ips text[] not null default '{}',
  allowed_domains text[] not null default '{}',
  -- As with keys.
  created_by text,
  created_by_member text references members on delete set null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index oauth_clients_by_workspace on oauth_clients (workspace_id, created_at);
create index oauth_clients_by_creator on oauth_clients (created_by_member) where created_by_member is not null;

-- A revoked token is a deleted row; a token of a revoked client is refused because its client is read with it.
create table oauth_tokens (
  token_hash bytea primary key,
  client_id text not null references oauth_clients on delete cascade,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index oauth_tokens_by_client on oauth_tokens (client_id, expires_at);
create index oauth_tokens_by_expiry on oauth_tokens (expires_at);

-- Who did what to which key. No foreign key: the log outlives its subjects.
create table audit_log (
  audit_id text primary key,
  account_id text not null,
  -- Not now(): of two transactions the one that waited for the other is the later one.
  at timestamptz not null default clock_timestamp(),
  actor text not null,
  action text not null,
  subject_id text not null,
  subject_name text not null,
  subject_prefix text,
  -- What was changed: {"name": {"from": …, "to": …}}.
  changes jsonb,
  address text
);
create index audit_log_by_account on audit_log (account_id, at desc, audit_id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- Losing a count in a crash is better than writing every request to the log.
create unlogged table rate_windows (
  workspace_id text primary key,
  started_at timestamptz not null,
  used integer not null
) with (fillfactor = 50);

-- A POST that was sent with an Idempotency-Key, and its answer: the same request gets the same answer.
create table idempotency_keys (
  workspace_id text not null,
  path text not null,
  key text not null,
  -- SHA-256 of the body.
  fingerprint bytea not null,
  -- Who is at it. Another may take over when `lease_until` has passed without an answer.
  token text not null,
  lease_until timestamptz not null,
  created_at timestamptz not null,
  -- Sealed: a webhook's answer holds its secret.
  answer bytea,
  primary key (workspace_id, path, key)
);
create index idempotency_keys_oldest on idempotency_keys (created_at);
