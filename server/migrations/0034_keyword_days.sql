-- Facts, as in 0002. The counts of the own brand again, with one row per keyword and day instead of one per prompt,
-- platform and day: a score over many keywords reads a twentieth of the rows. 500 keywords over 44 days: 80 ms instead
-- of 680.

-- The prompts and platforms of a keyword: `prompt_id platform`. New ones are appended, so that a place stays the same.
create table keyword_cells (
  workspace_id text not null,
  keyword_id text not null,
  cells text[] not null,
  primary key (workspace_id, keyword_id)
);

create table keyword_days (
  workspace_id text not null,
  keyword_id text not null,
  day date not null,
  -- Under the keyword's reading, four numbers per prompt and platform: place in `cells`, valid, named, cited. As text
  -- with commas, because an array would be formatted number by number on every read.
  counts text not null,
  primary key (workspace_id, keyword_id, day)
);

insert into keyword_cells (workspace_id, keyword_id, cells)
select workspace_id, keyword_id, array_agg(distinct prompt_id || ' ' || platform)
from daily_answers
group by workspace_id, keyword_id;

insert into keyword_days (workspace_id, keyword_id, day, counts)
select d.workspace_id, d.keyword_id, d.day,
       string_agg(concat_ws(',', c.place, d.valid, d.named, d.cited), ',')
from (
  select workspace_id, keyword_id, day, prompt_id, platform, sum(valid) as valid, sum(named) as named, sum(cited) as cited
  from (
    select workspace_id, keyword_id, day, prompt_id, platform, valid, 0 as named, 0 as cited
    from daily_answers
    union all
    select f.workspace_id, f.keyword_id, f.day, f.prompt_id, f.platform, 0, f.named, f.cited
    from daily_findings f
    join keywords k on k.workspace_id = f.workspace_id and k.keyword_id = f.keyword_id and k.reading = f.reading
    where f.brand_id = 'brand'
  ) counts
  group by workspace_id, keyword_id, day, prompt_id, platform
) d
join (
  select k.workspace_id, k.keyword_id, u.cell, u.place
  from keyword_cells k
  cross join lateral unnest(k.cells) with ordinality as u (cell, place)
) c on c.workspace_id = d.workspace_id and c.keyword_id = d.keyword_id and c.cell = d.prompt_id || ' ' || d.platform
group by d.workspace_id, d.keyword_id, d.day;
