-- Facts, as in 0003: published records, and what the rule for significant changes remembers.

-- The published record of a keyword: numbers to sort by, and the JSON that the API serves, written once per rescoring.
-- Reading 50 texts is three times as fast as building them.
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
  -- The scatter behind the intervals, by platform.
  scatter text not null default '{}',
  primary key (workspace_id, keyword_id),
  foreign key (workspace_id, keyword_id) references keywords on delete cascade
);
-- Keywords are sorted without case. The keyword itself is included, because a scan of the index alone needs it.
create index visibility_by_keyword on visibility (workspace_id, lower(keyword), keyword_id) include (keyword);
create index visibility_by_score on visibility (workspace_id, visibility_score, keyword_id);
create index visibility_by_trend on visibility (workspace_id, trend, keyword_id);
create index visibility_by_update on visibility (workspace_id, updated_at, keyword_id);

-- What a series (keyword, platform, brand) has to remember between two judgements.
create table series (
  workspace_id text not null,
  keyword_id text not null,
  platform text not null,
  brand_id text not null,
  -- The window of its last significant change: older windows are no longer part of a baseline.
  changed_window integer not null,
  primary key (workspace_id, keyword_id, platform, brand_id),
  foreign key (workspace_id, keyword_id) references keywords on delete cascade
);

-- What the rule for significant changes remembers of a closed window: one row per platform and brand, written once when
-- the window is judged, with one element per keyword in each list. `verify` replays the rule from it.
create table judged_groups (
  workspace_id text not null,
  platform text not null,
  brand_id text not null,
  judged_window integer not null,
  -- In the workspace's time. Answers recorded later were not part of it.
  judged_at timestamptz not null,
  -- What the window was judged by.
  min_points integer not null,
  change_level float8 not null,
  baseline_windows integer not null,
  -- The variance of answers relative to independent ones, over all keywords, after this window, and how well it is known.
  phi float8 not null,
  df float8 not null,
  answers_per_prompt float8 not null,
  keyword_ids text[] not null,
  readings integer[] not null,
  -- The first window that could be part of the baseline.
  since integer[] not null,
  -- Squared distances from the baseline, and errors of the baseline as a prediction.
  square float8[] not null,
  square3 float8[] not null,
  error4 float8[] not null,
  error12 float8[] not null,
  primary key (workspace_id, platform, brand_id, judged_window)
);

-- How much the answers to a keyword vary, as its intervals use it, after each of the last judged windows, oldest first.
create table series_scatter (
  workspace_id text not null,
  keyword_id text not null,
  platform text not null,
  judged_windows integer[] not null,
  phi float8[] not null,
  df float8[] not null,
  primary key (workspace_id, keyword_id, platform),
  foreign key (workspace_id, keyword_id) references keywords on delete cascade
);

-- Who is ahead, per keyword, platform (empty: all together) and competitor, as of the last closed window.
create table standings (
  workspace_id text not null,
  keyword_id text not null,
  platform text not null,
  competitor_id text not null,
  judged_window integer not null,
  reading integer not null,
  verdict text not null
    constraint standings_verdict check (verdict in ('ahead', 'behind', 'too_close_to_call', 'collecting')),
  -- The side of the latest tested lead, the figures of that lead, and the first window that may be compared.
  leader text constraint standings_leader check (leader in ('own', 'competitor')),
  lead jsonb,
  since_window integer not null,
  -- What the verdict is based on. Null without an answer.
  figures jsonb,
  -- When and at which level it was decided, so that it can be recomputed from the answers stored by then.
  judged_at timestamptz not null,
  change_level float8 not null,
  primary key (workspace_id, keyword_id, platform, competitor_id),
  foreign key (workspace_id, keyword_id) references keywords on delete cascade
);
create index standings_behind on standings (workspace_id, platform, competitor_id) where verdict = 'behind';

-- The closed windows in which a tested lead changed sides.
create table crossings (
  workspace_id text not null,
  keyword_id text not null,
  platform text not null,
  competitor_id text not null,
  crossed_window integer not null,
  reading integer not null,
  direction text not null constraint crossings_direction check (direction in ('overtook', 'was_overtaken')),
  before jsonb not null,
  after jsonb not null,
  judged_at timestamptz not null,
  primary key (workspace_id, keyword_id, platform, competitor_id, crossed_window),
  foreign key (workspace_id, keyword_id) references keywords on delete cascade
);
create index crossings_newest on crossings (workspace_id, crossed_window desc, keyword_id, platform, competitor_id);
