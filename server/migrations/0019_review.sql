-- Entries of "To review" that someone has dismissed. An entry whose evidence has another version is shown again.
create table review_dismissals (
  workspace_id text not null references workspaces on delete cascade,
  review_id text not null,
  version text not null,
  -- In the workspace's time.
  dismissed_at timestamptz not null,
  primary key (workspace_id, review_id)
);
