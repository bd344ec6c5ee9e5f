-- Facts, as in 0003: sums of answers and findings, written with them.

-- The answers to a keyword on one day without their identity, as `score/day.ts` describes them. All counts of a keyword
-- are sums of these lists. A row under a reading stays until the reading after the next, so that readers that have begun
-- with it find the same days.
create table days (
  workspace_id text not null,
  keyword_id text not null,
  reading integer not null,
  day date not null,
  value text not null,
  -- Of packed_answers. False as soon as an answer of the day is added or analyzed again. A worker packs the day again.
  is_packed boolean not null default false,
  primary key (workspace_id, keyword_id, reading, day)
);
create index days_due on days (workspace_id, keyword_id, day) where not is_packed;

-- What gaps are counted from, with one row per keyword, day and platform instead of one per answer, mention and citation:
-- 25,000 answers have 230,000 of those.
create table packed_answers (
  workspace_id text not null,
  keyword_id text not null,
  day date not null,
  platform text not null,
  -- JSON, as `store/answers/packed-answers.ts` writes and reads it.
  facts text not null,
  primary key (workspace_id, keyword_id, day, platform)
);

-- Sums over all keywords of a workspace: a competitor's numbers and the totals of lists cost the same with ten keywords
-- as with ten thousand. A row counts the keywords that are under its reading, and moves with them.
create table workspace_days (
  workspace_id text not null,
  day date not null,
  reading integer not null,
  platform text not null,
  valid integer not null,
  -- Distinct pages cited, of any owner, summed over the answers.
  cited integer not null,
  primary key (workspace_id, day, reading, platform)
);

create table workspace_findings (
  workspace_id text not null,
  day date not null,
  reading integer not null,
  platform text not null,
  brand_id text not null,
  -- How many tracked brands the answer mentions, which the interval of a share of voice needs.
  brands_named integer not null,
  named integer not null,
  positive integer not null,
  negative integer not null,
  cited integer not null,
  primary key (workspace_id, day, reading, platform, brand_id, brands_named)
);

-- Sums of the cited sources over all keywords, so that a read costs days times sources instead of answers. Sums of one
-- keyword are not kept: its citations are few enough to count.

-- How many answers cite a domain on a day …
create table domain_days (
  workspace_id text not null,
  -- … and mention this brand. Empty: all answers. `*`: answers that mention a competitor.
  brand_id text not null,
  day date not null,
  domain text not null,
  platform text not null,
  answers integer not null,
  -- In the row of all answers, how many of them mention each brand: `brand_id answers brand_id answers …`. Right while
  -- `packed_sources` says that the day is packed. In a quarter of a year, the 25 domains of a list have 9,000 of these
  -- rows, and 54,000 with a row per brand.
  brands text,
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
-- For the pages of some domains, and for a list of all domains.
create index cited_pages_domain on cited_pages (workspace_id, domain);

-- The sums of the sources that a platform cites on a day that is over, in two values instead of one row per source: a
-- quarter of a year of a large workspace has two million rows in `page_days`. In base64, because bytes are converted for
-- each read, which takes most of its time, and are twice as long on the way.
create table packed_sources (
  workspace_id text not null,
  day date not null,
  platform text not null,
  -- False as soon as a sum changes. A worker packs the day again.
  is_packed boolean not null default false,
  -- 12 bytes per page and owner: the page's key, then the answers that cite it and, in the highest bits, the owner.
  pages text,
  -- 12 bytes per domain: its hash, then the answers that cite it.
  domains text,
  primary key (workspace_id, day, platform)
);
create index packed_sources_due on packed_sources (day) where not is_packed;

-- What a platform's answers of a day were made with, and when a keyword's prompts changed. A row records only that the
-- value occurred: writers of the same value never wait for each other. A new trait needs no new column.
create table series_traits (
  workspace_id text not null,
  -- Empty: every keyword.
  keyword_id text not null default '',
  -- Empty: every platform.
  platform text not null default '',
  day date not null,
  -- `requested_model`, `model`, `adapter_version` of a platform; `panel` of a keyword.
  trait text not null,
  value text not null,
  primary key (workspace_id, keyword_id, platform, day, trait, value)
);
