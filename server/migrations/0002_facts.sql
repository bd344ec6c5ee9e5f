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

-- The names that answers were read under, each set once and for good: numbers of an earlier reading can be
-- recomputed as long as the answers are there. The own brand has the id 'brand', competitors have cmp_….
create table readings (
  workspace_id text not null,
  reading integer not null,
  subject jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, reading)
);

create table answers (
  workspace_id text not null,
  asked_at timestamptz not null,
  answer_id text not null,
  keyword_id text not null,
  prompt_id text not null,
  platform text not null,
  surface text not null,
  status text not null constraint answers_status check (status in ('valid', 'refused', 'failed')),
  reason text,
  prompt text not null,
  text text not null,
  cited jsonb not null default '[]',
  retrieved jsonb not null default '[]',
  queries jsonb not null default '[]',
  searched boolean,
  model text,
  requested_model text,
  stop text,
  usage jsonb not null default '{}',
  cost_usd numeric,
  -- The platform's reply as it came, gzipped: the evidence behind what was read from it.
  raw bytea,
  -- In the workspace's time. A window is judged on what had been recorded by then.
  recorded_at timestamptz not null,
  primary key (workspace_id, asked_at, answer_id)
) partition by range (asked_at);
create index answers_by_keyword on answers (workspace_id, keyword_id, asked_at);

-- One row per answer and brand named in it.
create table mentions (
  workspace_id text not null,
  detected_at timestamptz not null,
  mention_id text not null,
  answer_id text not null,
  keyword_id text not null,
  platform text not null,
  brand_id text not null,
  position integer not null,
  sentiment text not null constraint mentions_sentiment check (sentiment in ('positive', 'neutral', 'negative')),
  sentiment_method text not null,
  context text not null,
  spans jsonb not null,
  primary key (workspace_id, detected_at, mention_id)
) partition by range (detected_at);
create index mentions_by_brand on mentions (workspace_id, brand_id, detected_at);
create index mentions_by_keyword on mentions (workspace_id, keyword_id, detected_at);

-- One row per answer and distinct page.
create table citations (
  workspace_id text not null,
  detected_at timestamptz not null,
  citation_id text not null,
  answer_id text not null,
  keyword_id text not null,
  platform text not null,
  kind text not null constraint citations_kind check (kind in ('cited', 'retrieved')),
  owner text not null constraint citations_owner check (owner in ('own', 'competitor', 'other')),
  owner_id text,
  url text not null,
  canonical_url text not null,
  domain text not null,
  title text,
  position integer,
  context text,
  primary key (workspace_id, detected_at, citation_id)
) partition by range (detected_at);
create index citations_by_owner on citations (workspace_id, owner, kind, detected_at);
create index citations_by_keyword on citations (workspace_id, keyword_id, detected_at);

-- The counts every score is a sum of: what was asked …
create table daily_answers (
  workspace_id text not null,
  keyword_id text not null,
  platform text not null,
  day date not null,
  prompt_id text not null,
  valid integer not null,
  refused integer not null,
  failed integer not null,
  primary key (workspace_id, keyword_id, day, platform, prompt_id)
) partition by range (day);

-- … and what was found, per reading. No row: never named, never cited.
create table daily_findings (
  workspace_id text not null,
  keyword_id text not null,
  reading integer not null,
  brand_id text not null,
  day date not null,
  platform text not null,
  prompt_id text not null,
  -- Answers that name the brand.
  named integer not null,
  -- Distinct pages of the brand that were cited, summed over the answers.
  cited integer not null,
  primary key (workspace_id, keyword_id, reading, brand_id, day, platform, prompt_id)
) partition by range (day);

-- The published record of a keyword: numbers to sort by, and the JSON that the API hands out, written once
-- per rescoring. Reading 50 ready texts is three times as fast as building them.
create table visibility (
  workspace_id text not null,
  keyword_id text not null,
  keyword text not null,
  tags text[] not null default '{}',
  visibility_score integer not null,
  trend integer not null,
  updated_at timestamptz not null,
  -- The window behind the record is the seven days that end here.
  last_day date not null,
  reading integer not null,
  doc text not null,
  evidence text not null,
  primary key (workspace_id, keyword_id),
  foreign key (workspace_id, keyword_id) references keywords on delete cascade
);
create index visibility_by_keyword on visibility (workspace_id, keyword, keyword_id);
create index visibility_by_score on visibility (workspace_id, visibility_score, keyword_id);
create index visibility_by_trend on visibility (workspace_id, trend, keyword_id);
create index visibility_by_update on visibility (workspace_id, updated_at, keyword_id);

-- What a series (keyword, platform, brand) has to remember between two judgements.
create table series (
  workspace_id text not null,
  keyword_id text not null,
  platform text not null,
  brand_id text not null,
  -- The window of its last significant change: older windows are not part of a baseline any more.
  changed_window integer not null,
  primary key (workspace_id, keyword_id, platform, brand_id),
  foreign key (workspace_id, keyword_id) references keywords on delete cascade
);

-- One row per workspace. `version` is counted up by every change to what the lists show: an ETag without
-- reading the list. The totals save counting a million rows to show twenty.
create table list_totals (
  workspace_id text primary key,
  keywords integer not null default 0,
  measured integer not null default 0,
  version bigint not null default 0
);
