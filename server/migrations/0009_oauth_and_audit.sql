-- Local tables: tokens are looked up without a workspace, and the log belongs to accounts.

create table oauth_clients (
  client_id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  secret_hash bytea not null,
  name text not null,
  scopes text[] not null,
  allowed_ips text[] not null default '{}',
  allowed_domains text[] not null default '{}',
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index oauth_clients_by_workspace on oauth_clients (workspace_id, created_at);

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

-- Who did what to which key. No foreign key: the log outlives what it tells of.
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
