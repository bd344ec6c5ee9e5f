-- Facts, as in 0002. Sums of the cited sources over all keywords, so that a read costs days times sources instead of
-- answers. Sums of one keyword are not kept: its citations are few enough to count.

-- How many answers cite a domain on a day …
create table domain_days (
  workspace_id text not null,
  -- … and mention this brand. Empty: all answers. `*`: answers that mention a competitor.
  brand_id text not null,
  day date not null,
  domain text not null,
  platform text not null,
  answers integer not null,
  primary key (workspace_id, brand_id, day, domain, platform)
);

-- How many answers cite a page on a day.
create table page_days (
  workspace_id text not null,
  day date not null,
  domain text not null,
  page_key bigint not null,
  platform text not null,
  owner text not null,
  answers integer not null,
  primary key (workspace_id, day, domain, page_key, platform, owner)
);

-- The address and title behind a key, once instead of in every sum.
create table cited_pages (
  workspace_id text not null,
  page_key bigint not null,
  canonical_url text not null,
  domain text not null,
  title text,
  primary key (workspace_id, page_key)
);

-- Days without sums: they are older than this table. A worker adds the sums day by day and deletes the row. Reads count
-- the citations of such a day, and new answers to it are not added to sums.
create table unsummed_days (
  workspace_id text not null,
  day date not null,
  primary key (workspace_id, day)
);

insert into unsummed_days (workspace_id, day)
select distinct workspace_id, day
from workspace_days
where cited > 0;

-- Domains and pages are counted from sums now. What is left reads one domain: its newest answers, and the keywords that
-- cite it.
drop index citations_cited;
create index citations_by_domain on citations (workspace_id, domain, detected_at)
  include (page_key, owner, platform, keyword_id)
  where kind = 'cited';

-- The findings of a keyword are scattered over all pages of a table. Counted from an index alone, gaps take a third less.
drop index citations_by_keyword;
create index citations_by_keyword on citations (workspace_id, keyword_id, detected_at)
  include (answer_id, platform, kind, owner, domain, page_key);
drop index mentions_by_keyword;
create index mentions_by_keyword on mentions (workspace_id, keyword_id, detected_at)
  include (answer_id, platform, brand_id);
