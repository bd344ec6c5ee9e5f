-- Answers that came from elsewhere under an id of their sender's: the same id is stored once. A fact.
create table answer_imports (
  workspace_id text not null,
  external_id text not null,
  answer_id text not null,
  -- So that an id can be forgotten when its answer is.
  asked_at timestamptz not null,
  primary key (workspace_id, external_id)
);

-- A keyword by its words: the first element of its identity, which was folded by us and not by the database's locale.
create index keywords_by_words on keywords (workspace_id, (identity::jsonb ->> 0));

-- A prompt by its text. The beginning is enough to find it, and a whole text can be too long for an index.
create index prompts_by_text on prompts (workspace_id, keyword_id, left(text, 100));
