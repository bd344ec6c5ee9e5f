-- Local tables: people are looked up by their e-mail or by a token, without a workspace.

create table members (
  member_id text primary key,
  account_id text not null references accounts on delete cascade,
  -- In lower case; one person is in one account.
  email text not null unique,
  name text not null,
  role text not null constraint members_role check (role in ('owner', 'member')),
  -- $scrypt$ln=17,r=8,p=1$salt$hash: what it was made with stands in it, so that the cost can be raised.
  password text not null,
  created_at timestamptz not null default now()
);
create index members_by_account on members (account_id, created_at);

create table invitations (
  invitation_id text primary key,
  account_id text not null references accounts on delete cascade,
  token_hash bytea not null unique,
  email text not null,
  role text not null constraint invitations_role check (role in ('owner', 'member')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Inviting somebody again replaces the link they had.
  unique (account_id, email)
);

-- Null: opened by a link before the account had an owner.
alter table sessions add column member_id text references members on delete cascade;
alter table sessions add column session_id text;
alter table sessions add column opened_by text not null default 'link'
  constraint sessions_opened_by check (opened_by in ('link', 'password', 'invitation'));
alter table sessions add column last_seen_at timestamptz not null default now();
alter table sessions add column user_agent text;
alter table sessions add column address text;
update sessions set session_id = 'ses_' || left(encode(sha256(token_hash), 'hex'), 26);
alter table sessions alter column session_id set not null;
create unique index sessions_by_id on sessions (session_id);
create index sessions_by_account on sessions (account_id, member_id);
create index sessions_by_member on sessions (member_id);
create index sessions_by_expiry on sessions (expires_at);

-- Tries to sign in with a password that did not succeed yet, by e-mail. Hashed: people type passwords into the wrong field.
create table sign_in_failures (
  email_hash bytea primary key,
  failures integer not null,
  last_failed_at timestamptz,
  window_ends_at timestamptz not null
);
create index sign_in_failures_by_end on sign_in_failures (window_ends_at);
