-- Facts: workspace_id first in every key, no identity columns, no triggers, no keys to local tables, so that the same
-- schema can be distributed over a Citus cluster by workspace_id.

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
  -- The reading that its findings and numbers are under: behind the workspace's while its answers are re-analyzed.
  reading integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The platforms in its record, empty without a record. Beside the keyword, because a record is rewritten with every
  -- answer, and a search index on it would be too. The index is created at start: see search-index.ts.
  platforms text[] not null default '{}',
  primary key (workspace_id, keyword_id)
);
create unique index keywords_identity on keywords (workspace_id, identity);
create index keywords_newest on keywords (workspace_id, created_at, keyword_id);
-- A keyword by its words: the first element of its identity, which was folded by us and not by the database's locale.
create index keywords_by_words on keywords (workspace_id, (identity::jsonb ->> 0));

-- A keyword's panel. A prompt never changes: an edited panel retires prompts and adds others.
create table prompts (
  workspace_id text not null,
  prompt_id text not null,
  keyword_id text not null,
  -- 1, 2, 3 … within the keyword. Unlike `place`, it never changes.
  number integer not null,
  place integer not null,
  text text not null,
  retired_at timestamptz,
  primary key (workspace_id, prompt_id),
  foreign key (workspace_id, keyword_id) references keywords on delete cascade
);
create unique index prompts_by_number on prompts (workspace_id, keyword_id, number);
create index prompts_by_keyword on prompts (workspace_id, keyword_id, place);
-- A prompt by its text. The beginning is enough to find it, and a whole text can be too long for an index.
create index prompts_by_text on prompts (workspace_id, keyword_id, left(text, 100));

-- The names that answers were analyzed with. A row never changes: numbers of an earlier reading can be recomputed as
-- long as the answers are there. The own brand has the id 'brand', competitors have cmp_….
create table readings (
  workspace_id text not null,
  reading integer not null,
  subject jsonb not null,
  created_at timestamptz not null,
  -- The version of the analysis that its findings were made with. A newer version of the service analyzes the stored
  -- answers again, under a new reading with the same names.
  analysis integer not null,
  primary key (workspace_id, reading)
);

-- Stored answers that are still to be analyzed with a workspace's newest names. Local: claimed across workspaces.
create table rereads (
  workspace_id text primary key references workspaces on delete cascade,
  keywords_total integer not null,
  keywords_done integer not null default 0,
  lease_until timestamptz
);

-- The tables that follow are local.

-- One row per workspace. `version` is increased by every change of what the lists show: an ETag without reading the
-- list. The totals save counting a million rows to show twenty.
create table list_totals (
  workspace_id text primary key,
  keywords integer not null default 0,
  measured integer not null default 0,
  version bigint not null default 0,
  -- When the numbers of a workspace last changed. Unlike the newest record's time, it does not go back when that is
  -- deleted.
  published_at timestamptz
);

-- How many keywords, and how many with a record, have a tag or a platform. Changed with the keywords they count, so that
-- filtered lists cost the same with a million keywords as with ten.
create table list_counts (
  workspace_id text not null,
  kind text not null constraint list_counts_kind check (kind in ('tag', 'platform')),
  value text not null,
  keywords integer not null,
  measured integer not null,
  primary key (workspace_id, kind, value)
);

-- Entries of "To review" that a person has dismissed. An entry whose evidence has another version is shown again.
create table review_dismissals (
  workspace_id text not null references workspaces on delete cascade,
  review_id text not null,
  version text not null,
  -- In the workspace's time.
  dismissed_at timestamptz not null,
  primary key (workspace_id, review_id)
);

-- Days that people mark in the charts of a workspace.
create table annotations (
  workspace_id text not null references workspaces on delete cascade,
  annotation_id text not null,
  day date not null,
  text text not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, annotation_id)
);
create index annotations_by_day on annotations (workspace_id, day);

-- Pages of the dashboard with their filters, as they are in its URLs.
create table saved_views (
  workspace_id text not null references workspaces on delete cascade,
  view_id text not null,
  name text not null,
  page text not null,
  filters text not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, view_id),
  constraint saved_views_name unique (workspace_id, name)
);

-- Types that a workspace sets for cited domains. They take precedence over the operator's file and the rules.
create table source_types (
  workspace_id text not null references workspaces on delete cascade,
  domain text not null,
  type text not null,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, domain)
);
