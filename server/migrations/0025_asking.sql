-- What a question under way is taken to cost: counted against the caps until its answer is, or until its lease ends.
alter table questions add column reserved_usd numeric;

-- What answers whose cost nobody told are taken to have cost: part of no sum that is shown, but of what a cap allows.
alter table spend add column estimated_usd numeric not null default 0;

-- Questions that were planned and never asked: no platform to ask them, or no time. They are no answers, so they are
-- part of no score, and the coverage says how many they are.
create table missed_questions (
  workspace_id text not null references workspaces on delete cascade,
  day date not null,
  platform text not null,
  questions integer not null,
  primary key (workspace_id, day, platform)
);
