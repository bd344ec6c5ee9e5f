-- Sums over all keywords of a workspace: a competitor's numbers and the totals of lists cost the same with ten
-- keywords as with ten thousand. A row counts the keywords that are under its reading, and moves with them.
create table workspace_days (
  workspace_id text not null,
  day date not null,
  reading integer not null,
  platform text not null,
  valid integer not null,
  -- Distinct pages cited, whoever owns them, summed over the answers.
  cited integer not null,
  primary key (workspace_id, day, reading, platform)
);

create table workspace_findings (
  workspace_id text not null,
  day date not null,
  reading integer not null,
  platform text not null,
  brand_id text not null,
  -- How many tracked brands the answer names: what an interval of a share of voice needs beside the votes.
  brands_named integer not null,
  named integer not null,
  positive integer not null,
  negative integer not null,
  cited integer not null,
  primary key (workspace_id, day, reading, platform, brand_id, brands_named)
);

-- When the numbers of a workspace last changed; unlike the newest record's time it does not go back when that is deleted.
alter table list_totals add column published_at timestamptz;

-- What was found for keywords that have been deleted since is shown nowhere.
delete from mentions m where not exists (
  select from keywords k where k.workspace_id = m.workspace_id and k.keyword_id = m.keyword_id);
delete from citations c where not exists (
  select from keywords k where k.workspace_id = c.workspace_id and k.keyword_id = c.keyword_id);
delete from daily_findings f where not exists (
  select from keywords k where k.workspace_id = f.workspace_id and k.keyword_id = f.keyword_id);

insert into workspace_days (workspace_id, day, reading, platform, valid, cited)
select workspace_id, day, reading, platform, sum(valid), sum(cited)
from (
  select d.workspace_id, d.day, k.reading, d.platform, d.valid, 0 as cited
  from daily_answers d
  join keywords k on k.workspace_id = d.workspace_id and k.keyword_id = d.keyword_id
  union all
  select c.workspace_id, (c.detected_at at time zone 'UTC')::date, k.reading, c.platform, 0, 1
  from citations c
  join keywords k on k.workspace_id = c.workspace_id and k.keyword_id = c.keyword_id
  where c.kind = 'cited'
) counts
group by 1, 2, 3, 4;

insert into workspace_findings (workspace_id, day, reading, platform, brand_id, brands_named, named, positive, negative, cited)
with found as (
  select workspace_id, keyword_id, answer_id, detected_at, platform, brand_id, 1 as named,
         (sentiment = 'positive')::integer as positive, (sentiment = 'negative')::integer as negative, 0 as cited
  from mentions
  union all
  select workspace_id, keyword_id, answer_id, detected_at, platform, case owner when 'own' then 'brand' else owner_id end, 0, 0, 0, 1
  from citations
  where kind = 'cited' and owner <> 'other'
), together as (
  select *, sum(named) over (partition by workspace_id, answer_id) as brands_named
  from found
)
select t.workspace_id, (t.detected_at at time zone 'UTC')::date, k.reading, t.platform, t.brand_id, t.brands_named,
       sum(t.named), sum(t.positive), sum(t.negative), sum(t.cited)
from together t
join keywords k on k.workspace_id = t.workspace_id and k.keyword_id = t.keyword_id
group by 1, 2, 3, 4, 5, 6;

update list_totals l
set published_at = (select max(updated_at) from visibility v where v.workspace_id = l.workspace_id);
