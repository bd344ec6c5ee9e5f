-- Until which alert each person has looked at the alerts of a workspace, for the bell of the dashboard.
create table alerts_seen (
  workspace_id text not null references workspaces on delete cascade,
  -- Empty: the user of the sign-in link, while the account has no members.
  member_id text not null,
  -- In the workspace's time.
  seen_at timestamptz not null,
  primary key (workspace_id, member_id)
);
