-- Read-only views for BI tools. A database role sees one workspace: the one that this table gives it. Everybody may ask
-- the views, whoever is not in the table gets nothing. Local: looked up by role, across workspaces.
create table bi_roles (
  role_name text primary key,
  workspace_id text not null references workspaces on delete cascade,
  created_at timestamptz not null default now()
);

create schema bi;
grant usage on schema bi to public;

-- `security_barrier`: no function of the asker sees a row before it is known to be theirs. `current_user` is the asker,
-- also inside a view, while the tables are read by the view's owner.
create view bi.keywords with (security_barrier) as
select keyword_id, keyword, status, tags, country, language, created_at, updated_at
from public.keywords
where workspace_id = (select workspace_id from public.bi_roles where role_name = current_user);

create view bi.visibility with (security_barrier) as
select keyword_id, keyword, visibility_score, trend as trend_percent,
       (('{' || evidence || '}')::json ->> 'sample_size')::integer as sample_size,
       (('{' || evidence || '}')::json #>> '{interval,0}')::integer as interval_low,
       (('{' || evidence || '}')::json #>> '{interval,1}')::integer as interval_high,
       (doc::json ->> 'mentions')::integer as mentions,
       (doc::json ->> 'citations')::integer as citations,
       last_day, updated_at
from public.visibility
where workspace_id = (select workspace_id from public.bi_roles where role_name = current_user);

-- Scores as score/visibility.ts and score/rounding.ts make them: the mean over prompts, half goes up, and 0 and 100 are
-- kept for never and always.
create view bi.daily_visibility with (security_barrier) as
select d.keyword_id, k.keyword, d.platform, d.day, d.valid_answers, d.refused_answers, d.failed_answers,
       d.mentions, d.citations, w.answers as week_answers, w.mentions as week_mentions,
       case when w.share <= 0 then 0 when w.share >= 1 then 100
            else least(99, greatest(1, floor(100 * w.share + 0.5 + 1e-9)))
       end::integer as week_score
from (
  select a.workspace_id, a.keyword_id, a.platform, a.day, c.reading, sum(a.valid)::integer as valid_answers,
         sum(a.refused)::integer as refused_answers, sum(a.failed)::integer as failed_answers,
         coalesce(sum(f.named), 0)::integer as mentions, coalesce(sum(f.cited), 0)::integer as citations
  from public.daily_answers a
  join public.keywords c on c.workspace_id = a.workspace_id and c.keyword_id = a.keyword_id
  left join public.daily_findings f
    on f.workspace_id = a.workspace_id and f.keyword_id = a.keyword_id and f.reading = c.reading
   and f.brand_id = 'brand' and f.day = a.day and f.platform = a.platform and f.prompt_id = a.prompt_id
  where a.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)
  group by a.workspace_id, a.keyword_id, a.platform, a.day, c.reading
) d
join public.keywords k on k.workspace_id = d.workspace_id and k.keyword_id = d.keyword_id
cross join lateral (
  select sum(p.n)::integer as answers, sum(p.k)::integer as mentions, avg(p.k::float8 / p.n) as share
  from (
    select sum(a.valid) as n, coalesce(sum(f.named), 0) as k
    from public.daily_answers a
    left join public.daily_findings f
      on f.workspace_id = a.workspace_id and f.keyword_id = a.keyword_id and f.reading = d.reading
     and f.brand_id = 'brand' and f.day = a.day and f.platform = a.platform and f.prompt_id = a.prompt_id
    where a.workspace_id = d.workspace_id
      and a.keyword_id = d.keyword_id
      and a.platform = d.platform
      and a.day between d.day - 6 and d.day
    group by a.prompt_id
    having sum(a.valid) > 0
  ) p
) w;

create view bi.mentions with (security_barrier) as
select m.mention_id, m.answer_id, m.keyword_id, k.keyword, m.platform,
       case when m.brand_id = 'brand' then 'own' else 'competitor' end as brand,
       nullif(m.brand_id, 'brand') as competitor_id, m.position, m.sentiment, m.context, m.detected_at
from public.mentions m
join public.keywords k on k.workspace_id = m.workspace_id and k.keyword_id = m.keyword_id
where m.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user);

create view bi.citations with (security_barrier) as
select c.citation_id, c.answer_id, c.keyword_id, k.keyword, c.platform, c.owner,
       nullif(c.owner_id, 'brand') as competitor_id, c.url, c.domain, c.title, c.position, c.context, c.detected_at
from public.citations c
join public.keywords k on k.workspace_id = c.workspace_id and k.keyword_id = c.keyword_id
where c.kind = 'cited'
  and c.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user);

create view bi.competitors with (security_barrier) as
select c.competitor ->> 'id' as competitor_id, c.competitor ->> 'name' as name, c.competitor #>> '{domains,0}' as domain
from public.workspaces w
join public.readings r on r.workspace_id = w.workspace_id and r.reading = w.reading
cross join lateral jsonb_array_elements(r.subject -> 'competitors') as c (competitor)
where w.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user);

-- The own brand beside its competitors, measured on the same answers.
create view bi.daily_brands with (security_barrier) as
select f.day, f.platform, case when f.brand_id = 'brand' then 'own' else 'competitor' end as brand,
       nullif(f.brand_id, 'brand') as competitor_id, sum(f.named)::integer as mentions, sum(f.positive)::integer as positive,
       sum(f.negative)::integer as negative, sum(f.cited)::integer as citations
from public.workspace_findings f
where f.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)
group by f.day, f.platform, f.brand_id;

-- Without their text: what a model wrote is a matter for people, in the dashboard or over the API.
create view bi.answers with (security_barrier) as
select a.answer_id, a.keyword_id, k.keyword, a.platform, a.surface, a.model, a.prompt, a.status,
       length(a.text) as text_characters, jsonb_array_length(a.cited) as cited_pages, a.asked_at, a.cost_usd
from public.answers a
left join public.keywords k on k.workspace_id = a.workspace_id and k.keyword_id = a.keyword_id
where a.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user);

create view bi.events with (security_barrier) as
select event_id, type, created_at, body::jsonb #>> '{data,keyword_id}' as keyword_id,
       body::jsonb #>> '{data,keyword}' as keyword, body::jsonb #>> '{data,platform}' as platform,
       (body::jsonb #>> '{data,previous_score}')::integer as previous_score,
       (body::jsonb #>> '{data,new_score}')::integer as new_score, body::jsonb -> 'data' as data
from public.events
where workspace_id = (select workspace_id from public.bi_roles where role_name = current_user);

create view bi.usage with (security_barrier) as
select a.day, a.platform, a.valid_answers, a.refused_answers, a.failed_answers, coalesce(s.cost_usd, 0) as cost_usd
from (
  select workspace_id, day, platform, sum(valid)::integer as valid_answers, sum(refused)::integer as refused_answers,
         sum(failed)::integer as failed_answers
  from public.daily_answers
  where workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)
  group by workspace_id, day, platform
) a
left join public.spend s on s.workspace_id = a.workspace_id and s.day = a.day and s.platform = a.platform;

grant select on all tables in schema bi to public;
