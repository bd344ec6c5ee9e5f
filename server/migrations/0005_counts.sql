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
  primary key (workspace_id, keyword_id, reading, day)
);

-- The sources of the valid answers of a keyword, day and platform, in one value instead of a row per citation: 25,000
-- answers have 230,000 findings. Written with the answers, removed with the findings.
create table day_sources (
  workspace_id text not null,
  day date not null,
  keyword_id text not null,
  platform text not null,
  -- The first answer in it. Answers add parts, which a worker joins when the day is over.
  part text not null,
  -- JSON, as `score/day-sources.ts` describes it.
  value text not null,
  primary key (workspace_id, day, keyword_id, platform, part)
) partition by range (day);

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

-- Sums of the sources over all keywords, so that a read costs days times sources instead of answers. A worker makes them
-- from `day_sources`, for days that are over. They stay when findings are removed.
create table day_sums (
  workspace_id text not null,
  day date not null,
  platform text not null,
  -- False as soon as an answer of the day changes, in the same transaction. Then reads use the sources.
  is_current boolean not null default false,
  -- Base64 of 12 bytes per page and owner: the page's key, then the answers that cite it and, in the highest bits, the
  -- owner. Bytes would be converted for each read, which takes most of its time.
  pages text not null default '',
  -- JSON: each domain, followed by the answers that cite it.
  domains text not null default '[]',
  primary key (workspace_id, day, platform)
);
create index day_sums_due on day_sums (day) where not is_current;

-- The brands beside a domain.
create table day_domains (
  workspace_id text not null,
  day date not null,
  domain text not null,
  -- JSON, by platform: the answers that cite it, and of these, those that mention a competitor, and each brand.
  platforms text not null,
  primary key (workspace_id, day, domain)
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
