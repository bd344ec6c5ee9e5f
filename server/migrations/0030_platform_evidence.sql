-- The sample and the 95 % interval of each platform's score, which `include=evidence` adds to a record.
alter table visibility add column platform_evidence text not null default '{}';

-- Records already published get it from the counts of their last seven days. The formulas are those of score/wilson.ts
-- (1.96² = 3.8414588…) and score/rounding.ts.
with prompts as (
  select v.workspace_id, v.keyword_id, a.platform, a.prompt_id, sum(a.valid) as n, sum(coalesce(f.named, 0)) as k
  from visibility v
  join daily_answers a
    on a.workspace_id = v.workspace_id and a.keyword_id = v.keyword_id and a.day > v.last_day - 7 and a.day <= v.last_day
  left join daily_findings f
    on f.workspace_id = a.workspace_id and f.keyword_id = a.keyword_id and f.reading = v.reading and f.brand_id = 'brand'
   and f.day = a.day and f.platform = a.platform and f.prompt_id = a.prompt_id
  group by v.workspace_id, v.keyword_id, a.platform, a.prompt_id
  having sum(a.valid) > 0
), shares as (
  select workspace_id, keyword_id, platform, sum(n)::integer as n, avg(k::float8 / n) as share,
         3.8414588206941254::float8 / sum(n)::float8 as zz
  from prompts
  group by workspace_id, keyword_id, platform
), reaches as (
  select *, (share + zz / 2) / (1 + zz) as centre, sqrt(zz * share * (1 - share) + zz * zz / 4) / (1 + zz) as reach
  from shares
), bounds as (
  select *, greatest(0, least(share, centre - reach)) as low, least(1, greatest(share, centre + reach)) as high
  from reaches
), records as (
  select workspace_id, keyword_id,
         string_agg(format('%s:{"sample_size":%s,"interval":[%s,%s]}', to_json(platform), n,
           case when low <= 0 then 0 when low >= 1 then 100 else least(99, greatest(1, floor(100 * low + 0.5 + 1e-9))) end,
           case when high <= 0 then 0 when high >= 1 then 100 else least(99, greatest(1, floor(100 * high + 0.5 + 1e-9))) end
         ), ',' order by platform collate "C") as evidence
  from bounds
  group by workspace_id, keyword_id
)
update visibility v
set platform_evidence = '{' || r.evidence || '}'
from records r
where v.workspace_id = r.workspace_id
  and v.keyword_id = r.keyword_id;

-- A client that holds the old list must not be answered 304.
update list_totals
set version = version + 1;
