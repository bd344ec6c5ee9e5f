-- Who may call the API. Local tables, except the last one.

create table api_keys (
  key_id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  key_hash bytea not null unique,
  name text not null,
  prefix text not null,
  scopes text[] not null,
  allowed_ips text[] not null default '{}',
  allowed_domains text[] not null default '{}',
  -- The actor as the audit log writes it. Null if it is not known. It stays when the member is removed.
  created_by text,
  created_by_member text references members on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_by_workspace on api_keys (workspace_id, created_at);
create index api_keys_by_creator on api_keys (created_by_member) where created_by_member is not null;

-- Assistants that registered themselves (RFC 7591). They can do nothing until a person connects one.
create table oauth_apps (
  app_id text primary key,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz not null default now()
);
create index oauth_apps_by_age on oauth_apps (created_at);

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
  last_used_at timestamptz,
  -- Set: the client is an assistant that a person connected. Its tokens open /mcp only.
  app_id text references oauth_apps
);
create index oauth_clients_by_workspace on oauth_clients (workspace_id, created_at);
create index oauth_clients_by_creator on oauth_clients (created_by_member) where created_by_member is not null;
create index oauth_clients_by_app on oauth_clients (app_id) where app_id is not null;

-- A revoked token is a deleted row. A token of a revoked client is refused because its client is read with it.
create table oauth_tokens (
  token_hash bytea primary key,
  client_id text not null references oauth_clients on delete cascade,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index oauth_tokens_by_client on oauth_tokens (client_id, expires_at);
create index oauth_tokens_by_expiry on oauth_tokens (expires_at);

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

-- Links that show one page to people who are not signed in. Only the hash of the token is stored.
create table share_links (
  workspace_id text not null references workspaces on delete cascade,
  link_id text not null,
  token_hash bytea not null unique,
  name text not null,
  page text not null,
  filters text not null,
  -- Removing a member ends the links they made. Null: made before the account had an owner.
  member_id text references members on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- Requests in the hour that began with the first of them.
  hour_started_at timestamptz not null default now(),
  hour_requests integer not null default 0,
  primary key (workspace_id, link_id)
);
create index share_links_by_member on share_links (member_id);

-- Losing a count in a crash is better than writing every request to the log.
create unlogged table rate_windows (
  workspace_id text primary key,
  started_at timestamptz not null,
  used integer not null
) with (fillfactor = 50);

-- A fact. A POST that was sent with an Idempotency-Key, and its response: the same request gets the same response.
create table idempotency_keys (
  workspace_id text not null,
  path text not null,
  key text not null,
  -- SHA-256 of the body.
  fingerprint bytea not null,
  -- Who handles it. Another may take over when `lease_until` has passed without a response.
  token text not null,
  lease_until timestamptz not null,
  created_at timestamptz not null,
  -- Sealed: the response for a new webhook contains its secret.
  answer bytea,
  primary key (workspace_id, path, key)
);
create index idempotency_keys_oldest on idempotency_keys (created_at);
