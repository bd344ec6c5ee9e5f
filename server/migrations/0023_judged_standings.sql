-- When and at which level a standing was decided, so that it can be recomputed from the answers stored by then. Null for
-- standings decided before this migration.
alter table standings
  add column judged_at timestamptz,
  add column change_level float8;
alter table crossings add column judged_at timestamptz;
