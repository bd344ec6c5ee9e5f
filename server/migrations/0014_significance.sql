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

-- The scatter behind the intervals of a published record, by platform.
alter table visibility add column scatter text not null default '{}';

-- What counts as a change: at least so many points, and less likely by chance than the level. Windows from `version_2_from` on have
-- version 2 of the rule and of intervals.
alter table workspaces
  add column min_points integer not null default 10
    constraint workspaces_min_points check (min_points between 1 and 100),
  add column change_level float8 not null default 0.007
    constraint workspaces_change_level check (change_level > 0 and change_level <= 0.05),
  add column version_2_from integer not null default 0;
update workspaces set version_2_from = windows_judged;
