-- A POST that was sent with an Idempotency-Key, and what it was answered: the same request gets the same answer.
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
