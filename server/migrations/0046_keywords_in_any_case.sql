-- Keywords are sorted without case. The keyword itself is included, because a scan of the index alone needs it.
drop index visibility_by_keyword;
create index visibility_by_keyword on visibility (workspace_id, lower(keyword), keyword_id) include (keyword);
