-- Read-only views for BI tools. A database role sees one workspace: the one that this table gives it. Everybody may ask
-- the views, and a role that is not in the table gets nothing. Local: looked up by role, across workspaces.
create table bi_roles (
  role_name text primary key,
  -- Null while it is being dropped: until PostgreSQL no longer has the role, it reads nothing, and `visibility bi drop`
  -- can be repeated.
  workspace_id text references workspaces on delete set null,
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
-- A day's counts are part of seven weeks, those that end on it and on the six days after: each row is counted into all of
-- them, in one pass over the days rather than one look back from every row.
create view bi.daily_visibility with (security_barrier) as
with counts as not materialized (
  select k.keyword_id, k.keyword, a.platform, a.day, a.prompt_id, a.valid, a.refused, a.failed,
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
         sum(failed)::integer as failed_answers, sum(named)::integer as mentions, sum(cited)::integer as citations
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
       end::integer as week_score
from days d
left join weeks w using (keyword_id, platform, day);

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

-- Takes from PUBLIC, in this database, what a role that only reads views does not need. Only a superuser may change the
-- functions and only the database's owner the rest, so every right is revoked by itself where we may.
create function close_to_readers() returns void language plpgsql as $$
declare
  one text;
begin
  for one in
    select format('execute on function %s', oid::regprocedure)
    from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace
      and (proname ~ '^pg_(try_)?advisory_' or proname in ('lo_creat', 'lo_create', 'lo_from_bytea'))
    union all
    select format('temporary on database %I', current_database())
    union all
    select format('create on schema %I', current_schema())
  loop
    begin
      execute format('revoke %s from public', one);
    exception when insufficient_privilege then null;
    end;
  end loop;
end $$;

select close_to_readers();
