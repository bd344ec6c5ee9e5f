-- Days and weeks were joined. Without statistics of the tables, the join computed the weeks again for each day: on a
-- Citus cluster, eight days of twelve keywords took over a minute.
create or replace view bi.daily_visibility with (security_barrier) as
with counts as not materialized (
  select k.keyword_id, k.keyword, a.platform, a.day, a.prompt_id, a.valid, a.refused, a.failed, a.truncated,
         coalesce(f.named, 0) as named, coalesce(f.cited, 0) as cited
  from public.keywords k
  join public.daily_answers a on a.workspace_id = k.workspace_id and a.keyword_id = k.keyword_id
  left join public.daily_findings f
    on f.workspace_id = a.workspace_id and f.keyword_id = a.keyword_id and f.reading = k.reading
   and f.brand_id = 'brand' and f.day = a.day and f.platform = a.platform and f.prompt_id = a.prompt_id
  where k.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)
    and a.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)
), prompts as (
  select keyword_id, keyword, platform, day + later as day, prompt_id, sum(valid) as n, sum(named) as k
  from counts
  cross join generate_series(0, 6) as later
  where valid > 0
  group by keyword_id, keyword, platform, day + later, prompt_id
), figures as (
  select keyword_id, keyword, platform, day, sum(valid) as valid, sum(refused) as refused, sum(failed) as failed,
         sum(truncated) as truncated, sum(named) as named, sum(cited) as cited, null as n, null as k, null as share
  from counts
  group by keyword_id, keyword, platform, day
  union all
  select keyword_id, keyword, platform, day, null, null, null, null, null, null, sum(n), sum(k), avg(k::float8 / n)
  from prompts
  group by keyword_id, keyword, platform, day
)
select keyword_id, keyword, platform, day, max(valid)::integer as valid_answers, max(refused)::integer as refused_answers,
       max(failed)::integer as failed_answers, max(named)::integer as mentions, max(cited)::integer as citations,
       coalesce(max(n), 0)::integer as week_answers, coalesce(max(k), 0)::integer as week_mentions,
       case when max(share) is null then null when max(share) <= 0 then 0 when max(share) >= 1 then 100
            else least(99, greatest(1, floor(100 * max(share) + 0.5 + 1e-9)))
       end::integer as week_score, max(truncated)::integer as truncated_answers
from figures
group by keyword_id, keyword, platform, day
having count(valid) > 0;
