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
