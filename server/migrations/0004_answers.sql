-- Facts, as in 0003.

create table answers (
  workspace_id text not null,
  asked_at timestamptz not null,
  answer_id text not null,
  keyword_id text not null,
  prompt_id text not null,
  platform text not null,
  surface text not null,
  -- Truncated: cut off before it mentioned the brand. Whether it did depends on the aliases, so re-analysis can change it.
  status text not null constraint answers_status check (status in ('valid', 'truncated', 'refused', 'failed')),
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
  -- The platform's reply as it came, gzipped: the evidence behind the findings.
  raw bytea,
  -- In the workspace's time. A window is judged on what had been recorded by then.
  recorded_at timestamptz not null,
  -- The version of the adapter and its search tool that read the reply: a change can move the numbers of a series.
  adapter text,
  -- Where an imported answer comes from: the scraper, its reference, its market. Null for other answers.
  provenance jsonb,
  primary key (workspace_id, asked_at, answer_id)
) partition by range (asked_at);
create index answers_by_keyword on answers (workspace_id, keyword_id, asked_at);

-- Answers that were imported with an id of the sender: the same id is stored once.
create table answer_imports (
  workspace_id text not null,
  external_id text not null,
  answer_id text not null,
  -- So that an id can be deleted with its answer.
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
-- The findings of a keyword are scattered over all pages of a table. Counted from an index alone, gaps take a third less.
create index mentions_by_keyword on mentions (workspace_id, keyword_id, detected_at)
  include (answer_id, platform, brand_id);

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
  -- A page by a number, because addresses are too long for an index: see `base/page-key.ts`.
  page_key bigint not null,
  primary key (workspace_id, detected_at, citation_id)
) partition by range (detected_at);
create index citations_by_owner on citations (workspace_id, owner, kind, detected_at);
-- As with mentions.
create index citations_by_keyword on citations (workspace_id, keyword_id, detected_at)
  include (answer_id, platform, kind, owner, domain, page_key);
-- For one domain: its newest answers, and the keywords that cite it. Lists of domains and pages are read from sums.
create index citations_by_domain on citations (workspace_id, domain, detected_at)
  include (page_key, owner, platform, keyword_id)
  where kind = 'cited';

-- What the replies of a platform looked like, per day: numbers such as `answers`, `searched` and `cited`, and one row
-- for everything its adapter did not understand.
create table reply_facts (
  workspace_id text not null,
  day date not null,
  platform text not null,
  fact text not null,
  count bigint not null,
  primary key (workspace_id, day, platform, fact)
);

-- What was removed from a workspace's month, and when. No row: nothing was removed. Without texts, the stored findings
-- of the month cannot be recomputed: `verify` reports it and takes them as they are.
create table removed_months (
  workspace_id text not null,
  month date not null,
  raw_removed_at timestamptz,
  -- Also `cited` and `retrieved`, from which citations were read. Prompts and search queries stay.
  texts_removed_at timestamptz,
  findings_removed_at timestamptz,
  primary key (workspace_id, month)
);

-- Months whose removal has begun, so that it continues after an interruption. Local: read across workspaces. A row is
-- written with that in removed_months, before the first batch: until then nothing of the month is missing.
create table month_removals (
  workspace_id text not null references workspaces on delete cascade,
  month date not null,
  level text not null constraint month_removals_level check (level in ('raw', 'texts', 'findings')),
  started_at timestamptz not null default now(),
  -- The rows are gone. The space is returned when this is true for all workspaces.
  done_at timestamptz,
  -- Returning the space would have locked the partition for too long: it waits for `visibility retention --apply`.
  is_too_large boolean not null default false,
  primary key (workspace_id, month)
);

-- Deleted keywords whose answers are still stored. Local, as above.
create table keyword_removals (
  workspace_id text not null references workspaces on delete cascade,
  keyword_id text not null,
  removed_at timestamptz not null default now(),
  primary key (workspace_id, keyword_id)
);
