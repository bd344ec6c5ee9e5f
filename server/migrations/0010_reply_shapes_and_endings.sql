-- The version of the adapter and its search tool that read a reply: a change can move the numbers of a series.
alter table answers add column adapter text;

-- Cut off before it mentioned the brand. Whether it did depends on the aliases, so re-analysis can change it.
alter table answers drop constraint answers_status;
alter table answers add constraint answers_status check (status in ('valid', 'truncated', 'refused', 'failed'));
alter table daily_answers add column truncated integer not null default 0;

-- Until now, cut-off answers counted even if they did not mention the brand. Where there are such answers, the old readings
-- keep that rule, and a new reading with the same names starts: the answers are analyzed again.
create temporary table affected on commit drop as
select distinct a.workspace_id
from answers a
join workspaces w on w.workspace_id = a.workspace_id and w.reading > 0
where a.status = 'valid'
  and lower(a.stop) in ('max_output_tokens', 'max_tokens', 'length', 'model_length', 'model_context_window_exceeded',
    'truncated', 'incomplete', 'in_progress', 'queued', 'max_tool_calls', 'insufficient_system_resource', 'recitation',
    'other', 'finish_reason_unspecified');

update workspaces
set reading = reading + 1
where workspace_id in (select workspace_id from affected);

insert into readings (workspace_id, reading, subject, created_at)
select w.workspace_id, w.reading, r.subject, now()
from workspaces w
join affected using (workspace_id)
join readings r on r.workspace_id = w.workspace_id and r.reading = w.reading - 1;

update readings r
set subject = r.subject || '{"countsCutOff": true}'
from workspaces w
join affected using (workspace_id)
where r.workspace_id = w.workspace_id
  and r.reading < w.reading;

insert into rereads (workspace_id, keywords_total)
select k.workspace_id, count(*)
from keywords k
join affected using (workspace_id)
group by k.workspace_id
on conflict (workspace_id) do update
set keywords_total = excluded.keywords_total,
    keywords_done = 0;

-- What the replies of a platform looked like, per day: numbers such as `answers`, `searched` and `cited`, and one row
-- for everything its adapter did not understand.
create table reply_facts (
  workspace_id text not null,
  day date not null,
  platform text not null,
  fact text not null,
  count bigint not null,
  primary key (workspace_id, day, platform, fact)
);

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
), days as (
  select keyword_id, keyword, platform, day, sum(valid)::integer as valid_answers, sum(refused)::integer as refused_answers,
         sum(failed)::integer as failed_answers, sum(truncated)::integer as truncated_answers,
         sum(named)::integer as mentions, sum(cited)::integer as citations
  from counts
  group by keyword_id, keyword, platform, day
), prompts as (
  select keyword_id, platform, day + later as day, prompt_id, sum(valid) as n, sum(named) as k
  from counts
  cross join generate_series(0, 6) as later
  where valid > 0
  group by keyword_id, platform, day + later, prompt_id
), weeks as (
  select keyword_id, platform, day, sum(n)::integer as answers, sum(k)::integer as mentions, avg(k::float8 / n) as share
  from prompts
  group by keyword_id, platform, day
)
select keyword_id, d.keyword, platform, day, d.valid_answers, d.refused_answers, d.failed_answers, d.mentions, d.citations,
       coalesce(w.answers, 0) as week_answers, coalesce(w.mentions, 0) as week_mentions,
       case when w.share is null then null when w.share <= 0 then 0 when w.share >= 1 then 100
            else least(99, greatest(1, floor(100 * w.share + 0.5 + 1e-9)))
       end::integer as week_score, d.truncated_answers
from days d
left join weeks w using (keyword_id, platform, day);

create or replace view bi.usage with (security_barrier) as
select a.day, a.platform, a.valid_answers, a.refused_answers, a.failed_answers, coalesce(s.cost_usd, 0) as cost_usd,
       a.truncated_answers
from (
  select workspace_id, day, platform, sum(valid)::integer as valid_answers, sum(refused)::integer as refused_answers,
         sum(failed)::integer as failed_answers, sum(truncated)::integer as truncated_answers
  from public.daily_answers
  where workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)
  group by workspace_id, day, platform
) a
left join public.spend s on s.workspace_id = a.workspace_id and s.day = a.day and s.platform = a.platform;
