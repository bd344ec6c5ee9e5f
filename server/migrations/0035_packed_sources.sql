-- Facts, as in 0002. The sums of the sources that a platform cites on a day that is over, in two values instead of one
-- row per source: a quarter of a year of a large workspace has two million rows in `page_days`.
create table packed_sources (
  workspace_id text not null,
  day date not null,
  platform text not null,
  -- False as soon as a sum changes. A worker packs the day again.
  is_packed boolean not null default false,
  -- 12 bytes per page and owner: the page's key, then the answers that cite it and, in the highest bits, the owner.
  pages bytea,
  -- 12 bytes per domain: its hash, then the answers that cite it.
  domains bytea,
  primary key (workspace_id, day, platform)
);
-- Hashes cannot be compressed.
alter table packed_sources alter column pages set storage external;
alter table packed_sources alter column domains set storage external;
create index packed_sources_due on packed_sources (day) where not is_packed;

insert into packed_sources (workspace_id, day, platform)
select distinct workspace_id, day, platform
from page_days;
