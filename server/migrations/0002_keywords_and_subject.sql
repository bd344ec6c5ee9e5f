-- Facts: workspace_id first in every key, no identity columns, no triggers, no keys to local tables,
-- so that the same schema can be spread over a Citus cluster by workspace_id.

create table keywords (
  workspace_id text not null,
  keyword_id text not null,
  keyword text not null,
  -- What makes two keywords the same: folded text, country, language.
  identity text not null,
  status text not null default 'active' constraint keywords_status check (status in ('active', 'paused')),
  tags text[] not null default '{}',
  country text,
  language text,
  -- The reading its findings and numbers are under: behind the workspace's while its answers are read again.
  reading integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, keyword_id)
);
create unique index keywords_identity on keywords (workspace_id, identity);
create index keywords_newest on keywords (workspace_id, created_at, keyword_id);
-- A keyword by its words: the first element of its identity, which was folded by us and not by the database's locale.
create index keywords_by_words on keywords (workspace_id, (identity::jsonb ->> 0));

-- A keyword's panel. A prompt is never changed in place: an edited panel retires prompts and adds others.
create table prompts (
  workspace_id text not null,
  prompt_id text not null,
  keyword_id text not null,
  place integer not null,
  text text not null,
  retired_at timestamptz,
  primary key (workspace_id, prompt_id),
  foreign key (workspace_id, keyword_id) references keywords on delete cascade
);
create index prompts_by_keyword on prompts (workspace_id, keyword_id, place);
-- A prompt by its text. The beginning is enough to find it, and a whole text can be too long for an index.
create index prompts_by_text on prompts (workspace_id, keyword_id, left(text, 100));

-- The names that answers were read under, each set once and for good: numbers of an earlier reading can be
-- recomputed as long as the answers are there. The own brand has the id 'brand', competitors have cmp_….
create table readings (
  workspace_id text not null,
  reading integer not null,
  subject jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, reading)
);

-- Stored answers that are still to be read under a workspace's newest names. Local: claimed across workspaces.
create table rereads (
  workspace_id text primary key references workspaces on delete cascade,
  keywords_total integer not null,
  keywords_done integer not null default 0,
  lease_until timestamptz
);
