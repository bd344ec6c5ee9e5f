-- OpenAI-compatible servers that a workspace names itself. The key of each is in platform_keys.
create table platform_instances (
  workspace_id text not null references workspaces on delete cascade,
  platform text not null,
  base_url text not null,
  model text not null,
  -- Sent with every question, in addition to the model and the message.
  request_body jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (workspace_id, platform)
);

-- Where an imported answer comes from: the scraper, its reference, its market. Null for other answers.
alter table answers add column provenance jsonb;
