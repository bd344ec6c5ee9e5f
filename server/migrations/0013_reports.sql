-- One row per report that is made or will be. A weekly or monthly schedule is its one row that is `scheduled`:
-- when that is begun, the row of the next period is added, with the same settings and an id of its own.
create table reports (
  report_id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  name text not null,
  schedule text not null constraint reports_schedule check (schedule in ('weekly', 'monthly', 'once')),
  format text not null constraint reports_format check (format in ('pdf', 'csv', 'json')),
  -- Whole UTC days of the workspace's time, both included.
  period_start date not null,
  period_end date not null,
  -- Empty: all keywords.
  keyword_ids text[] not null default '{}',
  tags text[] not null default '{}',
  recipients text[] not null default '{}',
  status text not null default 'scheduled'
    constraint reports_status check (status in ('scheduled', 'running', 'ready', 'failed')),
  -- When it is to be taken up next, by the clock: while it is running, when its lease ends.
  due_at timestamptz,
  tries integer not null default 0,
  failure text,
  -- Of the finished file.
  size bigint,
  sha256 text,
  -- In the workspace's time.
  created_at timestamptz not null
);
create index reports_newest on reports (workspace_id, created_at, report_id);
create index reports_due on reports (due_at) where status in ('scheduled', 'running');

-- A file in parts, so that neither writing nor reading a large one holds it in memory. Each try writes parts of its
-- own; those of the try that finished are the file.
create table report_parts (
  report_id text not null references reports on delete cascade,
  try integer not null,
  part integer not null,
  bytes bytea not null,
  primary key (report_id, try, part)
);
