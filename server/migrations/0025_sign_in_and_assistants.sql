-- Single sign-on, two-factor authentication, and assistants that people connect by OAuth.

alter table members
  -- Null: signs in with the identity provider only.
  alter column password drop not null,
  -- Issuer and subject of the person at the identity provider, separated by a space.
  add column identity text,
  add constraint members_identity unique (identity),
  -- Sealed. Not in use before totp_since.
  add column totp_secret bytea,
  add column totp_since timestamptz,
  -- The step of 30 seconds whose code was used last: a code works once.
  add column totp_step bigint,
  add column recovery_hashes bytea[] not null default '{}';

alter table sessions
  drop constraint sessions_opened_by,
  add constraint sessions_opened_by check (opened_by in ('link', 'password', 'invitation', 'oidc'));

-- People whom an owner removed. Their groups do not let them join again; an invitation does.
create table removed_members (
  account_id text not null references accounts on delete cascade,
  email text not null,
  identity text,
  removed_at timestamptz not null default now(),
  primary key (account_id, email)
);

-- Assistants that registered themselves (RFC 7591). They can do nothing until a person connects one.
create table oauth_apps (
  app_id text primary key,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz not null default now()
);
create index oauth_apps_by_age on oauth_apps (created_at);

-- Set: the client is an assistant that a person connected. Its tokens open /mcp only.
alter table oauth_clients add column app_id text references oauth_apps;
create index oauth_clients_by_app on oauth_clients (app_id) where app_id is not null;

-- Authorization codes and refresh tokens. Each works once; used ones stay to detect a second use.
create table oauth_grant_tokens (
  token_hash bytea primary key,
  client_id text not null references oauth_clients on delete cascade,
  kind text not null constraint oauth_grant_tokens_kind check (kind in ('code', 'refresh')),
  -- Of a code only.
  redirect_uri text,
  code_challenge text,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oauth_grant_tokens_by_client on oauth_grant_tokens (client_id);
create index oauth_grant_tokens_by_expiry on oauth_grant_tokens (expires_at);
