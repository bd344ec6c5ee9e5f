-- Keys of AI platforms that a workspace brings itself, sealed.
create table platform_keys (
  workspace_id text not null references workspaces on delete cascade,
  platform text not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, platform)
);

-- What asking has cost, in the transaction of the answers it paid for.
create table spend (
  workspace_id text not null references workspaces on delete cascade,
  day date not null,
  platform text not null,
  answers integer not null,
  cost_usd numeric not null,
  primary key (workspace_id, day, platform)
);

-- Nothing is asked beyond these; null: no cap.
alter table workspaces
  add column daily_cap_usd numeric constraint workspaces_daily_cap check (daily_cap_usd >= 0),
  add column monthly_cap_usd numeric constraint workspaces_monthly_cap check (monthly_cap_usd >= 0),
  -- Ask as often as an interval of this many points takes; null: eight times a week.
  add column interval_points integer constraint workspaces_interval_points check (interval_points between 5 and 60);
