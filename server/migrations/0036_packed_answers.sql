-- Facts, as in 0002. What gaps are counted from, with one row per keyword, day and platform instead of one per answer,
-- mention and citation: 25,000 answers have 230,000 of those.
create table packed_answers (
  workspace_id text not null,
  keyword_id text not null,
  day date not null,
  platform text not null,
  -- JSON, as `store/answers/packed-answers.ts` writes and reads it.
  facts text not null,
  primary key (workspace_id, keyword_id, day, platform)
);

-- False as soon as an answer of the day is added or analyzed again. A worker packs the day again.
alter table keyword_days add column is_packed boolean not null default false;
create index keyword_days_due on keyword_days (workspace_id, keyword_id, day) where not is_packed;
