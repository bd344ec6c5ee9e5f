-- The moves of one keyword, for the marks in its history: without it every event of the workspace is parsed.
create index events_moves on events (workspace_id, (body::json #>> '{data,keyword_id}'), created_at)
  where type in ('visibility.changed', 'competitor.changed', 'alert.triggered');

-- A page by a number, because addresses are too long for an index. With it citations are counted by domain and by page
-- from the index alone: a million in 0.4 and 0.6 seconds instead of 2.0 and 4.4.
alter table citations add column page_key bigint generated always as (hashtextextended(canonical_url, 0)) stored;
create index citations_cited on citations (workspace_id, detected_at)
  include (page_key, owner, platform, domain, keyword_id)
  where kind = 'cited';
