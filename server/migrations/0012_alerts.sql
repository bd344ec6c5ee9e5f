-- Alert rules and what each remembers of each keyword: facts.
create table alerts (
  workspace_id text not null,
  alert_id text not null,
  name text not null,
  -- A keyword, the keywords with a tag, or (both null) all.
  keyword_id text,
  tag text,
  -- Null: the overall score.
  platform text,
  condition text not null constraint alerts_condition check (condition in ('below', 'above', 'drops_by', 'rises_by')),
  threshold integer not null constraint alerts_threshold check (threshold between 0 and 100),
  only_significant boolean not null,
  email text not null constraint alerts_email check (email in ('off', 'each', 'daily')),
  recipients text[] not null,
  status text not null constraint alerts_status check (status in ('active', 'paused')),
  -- Counted up when it begins to watch for something else: what it remembered is forgotten then.
  revision integer not null,
  created_at timestamptz not null,
  primary key (workspace_id, alert_id),
  foreign key (workspace_id, keyword_id) references keywords on delete cascade
);

-- No row: this rule has not looked at this keyword yet, and its first look does not fire.
create table alert_states (
  workspace_id text not null,
  keyword_id text not null,
  alert_id text not null,
  is_crossed boolean not null,
  fired_day date,
  primary key (workspace_id, keyword_id, alert_id),
  foreign key (workspace_id, keyword_id) references keywords on delete cascade,
  foreign key (workspace_id, alert_id) references alerts on delete cascade
);
create index alert_states_by_alert on alert_states (workspace_id, alert_id);

-- Firings that wait for the day's letter. Local: gathered across workspaces.
create table digest_entries (
  workspace_id text not null references workspaces on delete cascade,
  fact text not null,
  -- In the workspace's time.
  day date not null,
  recipients text[] not null,
  alert_name text not null,
  reason text not null,
  primary key (workspace_id, fact)
);
create index digest_entries_by_day on digest_entries (day);
