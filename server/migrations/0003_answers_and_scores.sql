-- Facts, as in 0002.

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

-- Answers that came from elsewhere under an id of their sender's: the same id is stored once.
create table answer_imports (
  workspace_id text not null,
  external_id text not null,
  answer_id text not null,
  -- So that an id can be forgotten when its answer is.
  asked_at timestamptz not null,
  primary key (workspace_id, external_id)
);

-- One row per answer and brand mentioned in it.
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
  -- A page by a number, because addresses are too long for an index.
  page_key bigint generated always as (hashtextextended(canonical_url, 0)) stored,
  primary key (workspace_id, detected_at, citation_id)
) partition by range (detected_at);
create index citations_by_owner on citations (workspace_id, owner, kind, detected_at);
create index citations_by_keyword on citations (workspace_id, keyword_id, detected_at);
-- Citations are counted by domain and by page from this index alone: a million in 0.4 and 0.6 seconds instead of 2.0
-- and 4.4.
create index citations_cited on citations (workspace_id, detected_at)
  include (page_key, owner, platform, domain, keyword_id)
  where kind = 'cited';

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

-- … and what was found, per reading. No row: never mentioned, never cited.
create table daily_findings (
  workspace_id text not null,
  keyword_id text not null,
  reading integer not null,
  brand_id text not null,
  day date not null,
  platform text not null,
  prompt_id text not null,
  -- Answers that mention the brand.
  named integer not null,
  -- Distinct pages of the brand that were cited, summed over the answers.
  cited integer not null,
  primary key (workspace_id, keyword_id, reading, brand_id, day, platform, prompt_id)
) partition by range (day);

-- Sums over all keywords of a workspace: a competitor's numbers and the totals of lists cost the same with ten
-- keywords as with ten thousand. A row counts the keywords that are under its reading, and moves with them.
create table workspace_days (
  workspace_id text not null,
  day date not null,
  reading integer not null,
  platform text not null,
  valid integer not null,
  -- Distinct pages cited, of any owner, summed over the answers.
  cited integer not null,
  primary key (workspace_id, day, reading, platform)
);

create table workspace_findings (
  workspace_id text not null,
  day date not null,
  reading integer not null,
  platform text not null,
  brand_id text not null,
  -- How many tracked brands the answer mentions: what an interval of a share of voice needs beside the votes.
  brands_named integer not null,
  named integer not null,
  positive integer not null,
  negative integer not null,
  cited integer not null,
  primary key (workspace_id, day, reading, platform, brand_id, brands_named)
);

-- The published record of a keyword: numbers to sort by, and the JSON that the API serves, written once
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
  -- The sample and the 95 % interval of each platform's score, which `include=evidence` adds to a record.
  platform_evidence text not null default '{}',
  -- The platforms in a record, beside its document: to ask for one of them, a million documents had to be parsed.
  platforms text[] not null default '{}',
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
  version bigint not null default 0,
  -- When the numbers of a workspace last changed; unlike the newest record's time it does not go back when that is deleted.
  published_at timestamptz
);
