-- Alert rules and what each remembers of each keyword: facts, as in 0003.
create table alerts (
  workspace_id text not null,
  alert_id text not null,
  name text not null,
  -- A keyword, the keywords with a tag, or (both null) all.
  keyword_id text,
  tag text,
  -- Null: the overall score.
  platform text,
  condition text not null
    constraint alerts_condition check (condition in ('below', 'above', 'drops_by', 'rises_by', 'overtaken')),
  threshold integer not null constraint alerts_threshold check (threshold between 0 and 100),
  only_significant boolean not null,
  email text not null constraint alerts_email check (email in ('off', 'each', 'daily')),
  recipients text[] not null,
  status text not null constraint alerts_status check (status in ('active', 'paused')),
  -- Increased when the rule begins to watch for something else: its states are forgotten then.
  revision integer not null,
  created_at timestamptz not null,
  -- Of `overtaken`: the competitor that overtakes the brand, or (null) any.
  competitor_id text,
  primary key (workspace_id, alert_id),
  foreign key (workspace_id, keyword_id) references keywords on delete cascade
);

-- No row: this rule has not checked this keyword yet, and its first check does not fire.
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

-- The tables that follow are local.

-- Until which alert each person has looked at the alerts of a workspace, for the bell of the dashboard.
create table alerts_seen (
  workspace_id text not null references workspaces on delete cascade,
  -- Empty: the user of the sign-in link, while the account has no members.
  member_id text not null,
  -- In the workspace's time.
  seen_at timestamptz not null,
  primary key (workspace_id, member_id)
);

-- Alerts that wait for the day's email.
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

-- One row per report that is made or will be. A weekly or monthly schedule is its one row that is `scheduled`: when that
-- is begun, the row of the next period is added, with the same settings and an id of its own.
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
  -- When it is to be made next, by the clock. While it is running, when its lease ends.
  due_at timestamptz,
  tries integer not null default 0,
  -- Without attempts whose process ended: a server that is restarted a few times does not give up a report.
  failed_tries integer not null default 0,
  failure text,
  -- Of the finished file.
  size bigint,
  sha256 text,
  -- By format, size and SHA-256 of the files beside the report's own: {"csv": {"size": 1204, "sha256": "…"}}.
  other_files jsonb not null default '{}',
  -- In the workspace's time.
  created_at timestamptz not null,
  -- When a scheduled report is sent: day of the week (1 is Monday) or of the month. Null: as soon as the period is over.
  send_day smallint,
  -- Local time in the time zone.
  send_time text not null default '00:00',
  time_zone text not null default 'UTC',
  -- What its PDF looks like. Null: the default color.
  accent_color text,
  -- A PNG in base64.
  logo text
);
create index reports_newest on reports (workspace_id, created_at, report_id);
create index reports_due on reports (due_at) where status in ('scheduled', 'running');

-- A file in parts, so that neither writing nor reading a large one holds it in memory. Each attempt writes parts of its
-- own; those of the attempt that finished are the file. A report is kept in further formats than its own, all from the
-- same read of the data.
create table report_parts (
  report_id text not null references reports on delete cascade,
  try integer not null,
  format text not null,
  part integer not null,
  bytes bytea not null,
  primary key (report_id, try, format, part)
);

-- Emails to send. The key names the fact, so that a fact is mailed once.
create table mail_outbox (
  dedupe_key text primary key,
  account_id text not null references accounts on delete cascade,
  -- Null: the account's owner, whose address is looked up when the email is sent.
  recipient text,
  subject text not null,
  body text not null,
  -- The text as HTML, already escaped. Null: made from the text when the email is sent.
  html text,
  -- The page of the dashboard that the email leads to, as a path.
  link text,
  -- {reportId, filename, contentType}: the file itself is read when the email is sent.
  attachment jsonb,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  -- Attempts that a mail server answered, and attempts that did not reach one, which do not count.
  tries integer not null default 0,
  troubles integer not null default 0,
  -- While it is being sent: when it counts as abandoned.
  next_try_at timestamptz not null default now(),
  lease_token uuid,
  last_error text,
  -- The time of the last error.
  tried_at timestamptz,
  -- The day on which an email to a person other than the owner counts against what an account may send.
  counted_on date,
  constraint mail_outbox_one_end check (sent_at is null or failed_at is null)
);
create index mail_outbox_due on mail_outbox (next_try_at) where sent_at is null and failed_at is null;
create index mail_outbox_newest on mail_outbox (account_id, created_at);
create index mail_outbox_sent on mail_outbox (sent_at) where sent_at is not null;
create index mail_outbox_failed on mail_outbox (failed_at) where failed_at is not null;
create index mail_outbox_counted on mail_outbox (counted_on, account_id) where counted_on is not null;
