-- A fact, as in 0002. What was removed from a workspace's month, and when. No row: nothing was removed.
-- Without texts, the stored findings of the month cannot be recomputed: `verify` says so and takes them as they are.
create table removed_months (
  workspace_id text not null,
  month date not null,
  raw_removed_at timestamptz,
  -- Also `cited` and `retrieved`, from which citations were read. Prompts and search queries stay.
  texts_removed_at timestamptz,
  findings_removed_at timestamptz,
  primary key (workspace_id, month)
);

-- How many days a workspace keeps its replies, texts and findings. Null: as long as the installation does.
alter table workspaces
  add column keep_raw_days integer constraint workspaces_keep_raw_days check (keep_raw_days between 30 and 36500),
  add column keep_text_days integer constraint workspaces_keep_text_days check (keep_text_days between 30 and 36500),
  add column keep_findings_days integer
    constraint workspaces_keep_findings_days check (keep_findings_days between 30 and 36500);

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

with stored as materialized (
  select distinct d.workspace_id, d.keyword_id
  from daily_answers d
  where not exists (
    select from keywords k where k.workspace_id = d.workspace_id and k.keyword_id = d.keyword_id)
)
insert into keyword_removals (workspace_id, keyword_id)
select s.workspace_id, s.keyword_id
from stored s
join workspaces w using (workspace_id);
