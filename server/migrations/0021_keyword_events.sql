-- The moves of one keyword, for the marks in its history: without it every event of the workspace is parsed.
create index events_moves on events (workspace_id, (body::json #>> '{data,keyword_id}'), created_at)
  where type in ('visibility.changed', 'competitor.changed', 'alert.triggered');
