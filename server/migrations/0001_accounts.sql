-- Local tables: what is read without a workspace, or claimed across workspaces. Facts, from 0003 on, are keyed by
-- workspace_id and never joined with these.

-- Always empty. A transaction that writes facts and local rows begins with a write to it, which makes a Citus cluster
-- commit in two phases. On one PostgreSQL it costs nothing.
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
  -- How far the workspace's time is ahead of the clock. Only changed in a sandbox.
  clock_ahead interval not null default '0',
  -- Rounds are planned up to and including this day. Windows are judged up to this number.
  planned_through date,
  windows_judged integer not null default 0,
  -- The names that answers are analyzed with, see readings.
  reading integer not null default 0,
  -- No prompt is asked beyond these. Null: no cap.
  daily_cap_usd numeric constraint workspaces_daily_cap check (daily_cap_usd >= 0),
  monthly_cap_usd numeric constraint workspaces_monthly_cap check (monthly_cap_usd >= 0),
  -- Ask as often as an interval of this many points takes. Null: eight times a week.
  interval_points integer constraint workspaces_interval_points check (interval_points between 5 and 60),
  created_at timestamptz not null default now(),
  -- What counts as a change: at least so many points, and less likely by chance than the level.
  min_points integer not null default 10 constraint workspaces_min_points check (min_points between 1 and 100),
  change_level float8 not null default 0.007
    constraint workspaces_change_level check (change_level > 0 and change_level <= 0.05),
  -- Windows whose standings are decided.
  standings_judged integer not null default 0,
  -- How many days the workspace keeps its replies, texts and findings. Null: as long as the installation does.
  keep_raw_days integer constraint workspaces_keep_raw_days check (keep_raw_days between 30 and 36500),
  keep_text_days integer constraint workspaces_keep_text_days check (keep_text_days between 30 and 36500),
  keep_findings_days integer
    constraint workspaces_keep_findings_days check (keep_findings_days between 30 and 36500),
  unique (account_id, mode)
);

-- The simulated world behind a test workspace. Its history is made by advancing its time from `first_day` on.
create table sandboxes (
  workspace_id text primary key references workspaces on delete cascade,
  seed text not null,
  history_days integer not null,
  ready_at timestamptz,
  -- One process at a time advances it. After a crash it is free when the lease ends.
  lease_until timestamptz,
  lease_token uuid
);

create table members (
  member_id text primary key,
  account_id text not null references accounts on delete cascade,
  -- In lower case. A person is in one account.
  email text not null unique,
  name text not null,
  role text not null constraint members_role check (role in ('owner', 'member', 'viewer')),
  -- $scrypt$ln=17,r=8,p=1$salt$hash: it contains its parameters, so that the cost can be raised. Null: signs in with the
  -- identity provider only.
  password text,
  created_at timestamptz not null default now(),
  -- Issuer and subject of the person at the identity provider, separated by a space.
  identity text constraint members_identity unique,
  -- Sealed. Not in use before totp_since.
  totp_secret bytea,
  totp_since timestamptz,
  -- The step of 30 seconds whose code was used last: a code works once.
  totp_step bigint,
  recovery_hashes bytea[] not null default '{}',
  -- The email that the identity provider confirmed last. Unlike `email`, a person cannot choose it.
  confirmed_email text
);
create index members_by_account on members (account_id, created_at);

-- People whom an owner removed. Their groups do not let them join again; an invitation does.
create table removed_members (
  account_id text not null references accounts on delete cascade,
  email text not null,
  identity text,
  removed_at timestamptz not null default now(),
  primary key (account_id, email)
);

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
    constraint sessions_opened_by check (opened_by in ('link', 'password', 'invitation', 'oidc')),
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

-- Who changed what. No foreign key: the log outlives its subjects.
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
  -- {"name": {"from": …, "to": …}}
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
