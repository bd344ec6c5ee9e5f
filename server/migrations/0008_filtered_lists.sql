-- What filtered lists need beside the records, so that they cost the same with a million keywords as with ten.

-- The platforms in a keyword's record; empty without a record. Beside the keyword, because a record is rewritten with
-- every answer, and a search index on it would be too. The index is made at start: see search-index.ts.
alter table keywords add column platforms text[] not null default '{}';
update keywords k
set platforms = v.platforms
from visibility v
where v.workspace_id = k.workspace_id
  and v.keyword_id = k.keyword_id;

-- How many keywords, and how many with a record, have a tag or a platform. Changed with the keywords they count.
create table list_counts (
  workspace_id text not null,
  kind text not null constraint list_counts_kind check (kind in ('tag', 'platform')),
  value text not null,
  keywords integer not null,
  measured integer not null,
  primary key (workspace_id, kind, value)
);
insert into list_counts (workspace_id, kind, value, keywords, measured)
select workspace_id, kind, value, count(*), count(*) filter (where platforms <> '{}')
from (
  select workspace_id, 'tag' as kind, unnest(tags) as value, keyword_id, platforms from keywords
  union
  select workspace_id, 'platform', unnest(platforms), keyword_id, platforms from keywords
) listed
group by 1, 2, 3;
