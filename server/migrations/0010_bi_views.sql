-- Read-only views for BI tools. A database role sees one workspace: the one that this table gives it. Every role may
-- read the views, and one that is not in the table gets nothing. Local: looked up by role, across workspaces.
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

-- The counts of a day's value (score/day.ts) by platform and prompt, for the brand at this place of its reading.
create function bi.day_cells(value text, brand integer)
returns table (platform text, prompt integer, valid integer, refused integer, failed integer, truncated integer, named integer,
               cited integer)
language sql immutable parallel safe as $$
  select p.key, c.prompt, sum(c.valid)::integer, sum(c.refused)::integer, sum(c.failed)::integer, sum(c.truncated)::integer,
         sum(c.named)::integer, sum(c.cited)::integer
  from jsonb_each(value::jsonb) as p
  cross join lateral (
    select array_agg(x.e::integer order by x.place) as prompts
    from jsonb_array_elements_text(p.value -> 0) with ordinality as x (e, place)
  ) asked
  cross join lateral (
    select unnest(prompts) as prompt, 1 as valid, 0 as refused, 0 as failed, 0 as truncated, 0 as named, 0 as cited
    union all
    select prompts[m.e::integer / 3 + 1], 0, 0, 0, 0, 1, 0
    from jsonb_array_elements(p.value -> 1) as b
    cross join lateral jsonb_array_elements_text(b) with ordinality as m (e, place)
    where b -> 0 = to_jsonb(brand)
      and m.place > 1
    union all
    select prompts[(b -> (2 * i - 1)::integer)::integer + 1], 0, 0, 0, 0, 0, (b -> (2 * i)::integer)::integer
    from jsonb_array_elements(p.value -> 2) as b
    cross join lateral generate_series(1, jsonb_array_length(b) / 2) as i
    where b -> 0 = to_jsonb(brand)
    union all
    select (p.value -> 4 -> (4 * i - 4))::integer, 0, (p.value -> 4 -> (4 * i - 2))::integer,
           (p.value -> 4 -> (4 * i - 1))::integer, (p.value -> 4 -> (4 * i - 3))::integer, 0, 0
    from generate_series(1, jsonb_array_length(p.value -> 4) / 4) as i
  ) c
  group by 1, 2
$$;

-- Scores as score/visibility.ts and score/rounding.ts make them: the mean over prompts, half goes up, and 0 and 100 are
-- kept for never and always.
-- A day's counts are part of seven weeks, those that end on it and on the six days after: each row is counted into all of
-- them, in one pass. Days and weeks are not joined: without statistics of the tables, a join computes the weeks again for
-- each day.
create view bi.daily_visibility with (security_barrier) as
with counts as not materialized (
  select k.keyword_id, k.keyword, c.platform, d.day, c.prompt, c.valid, c.refused, c.failed, c.truncated, c.named, c.cited
  from public.keywords k
  join public.days d on d.workspace_id = k.workspace_id and d.keyword_id = k.keyword_id and d.reading = k.reading
  cross join lateral bi.day_cells(d.value, 0) as c
  where k.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)
    and d.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)
), prompts as (
  select keyword_id, keyword, platform, day + later as day, prompt, sum(valid) as n, sum(named) as k
  from counts
  cross join generate_series(0, 6) as later
  where valid > 0
  group by keyword_id, keyword, platform, day + later, prompt
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

-- Types found by rules are not in the database: the rules are code, and change with it.
create view bi.sources with (security_barrier) as
select (c.detected_at at time zone 'UTC')::date as day, c.keyword_id, k.keyword, c.platform, c.domain, c.owner,
       t.type as workspace_type, count(distinct c.answer_id)::integer as answers, count(*)::integer as citations
from public.citations c
join public.keywords k on k.workspace_id = c.workspace_id and k.keyword_id = c.keyword_id
left join public.source_types t on t.workspace_id = c.workspace_id and t.domain = c.domain
where c.kind = 'cited'
  and c.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)
group by 1, c.keyword_id, k.keyword, c.platform, c.domain, c.owner, t.type;

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

-- Without their text, which people read in the dashboard or over the API.
create view bi.answers with (security_barrier) as
select a.answer_id, a.keyword_id, k.keyword, a.platform, a.surface, a.model, a.prompt,
       case when a.status = 'valid' and a.reason = 'unknown_to_platform' then a.reason else a.status end as status,
       length(a.text) as text_characters, jsonb_array_length(a.cited) as cited_pages, a.asked_at, a.cost_usd,
       a.requested_model, a.searched, a.queries
from public.answers a
left join public.keywords k on k.workspace_id = a.workspace_id and k.keyword_id = a.keyword_id
where a.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user);

create view bi.queries with (security_barrier) as
select a.answer_id, a.keyword_id, k.keyword, a.platform, q.query, a.asked_at,
       exists (
         select from public.mentions m
         where m.workspace_id = a.workspace_id and m.detected_at = a.asked_at and m.answer_id = a.answer_id
           and m.brand_id = 'brand'
       ) as brand_mentioned,
       exists (
         select from public.mentions m
         where m.workspace_id = a.workspace_id and m.detected_at = a.asked_at and m.answer_id = a.answer_id
           and m.brand_id <> 'brand'
       ) as competitor_mentioned
from public.answers a
join public.keywords k on k.workspace_id = a.workspace_id and k.keyword_id = a.keyword_id
cross join lateral jsonb_array_elements_text(a.queries) as q (query)
where a.status = 'valid'
  and a.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user);

-- What gaps are counted from: the cited domains and pages and the searches of each answer, and whose brands it has.
create view bi.answer_sources with (security_barrier) as
with brands as (
  select workspace_id, answer_id, detected_at, brand_id
  from public.mentions
  where workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)
  union all
  select workspace_id, answer_id, detected_at, owner_id
  from public.citations
  where kind = 'cited'
    and owner_id is not null
    and workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)
), present as (
  select answer_id, detected_at, bool_or(brand_id = 'brand') as has_brand, bool_or(brand_id <> 'brand') as has_competitor
  from brands
  group by answer_id, detected_at
), found as (
  select keyword_id, platform, detected_at as asked_at, answer_id, 'domain' as kind, domain as source
  from public.citations
  where kind = 'cited'
    and workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)
  union
  select keyword_id, platform, detected_at, answer_id, 'page', canonical_url
  from public.citations
  where kind = 'cited'
    and workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)
  union
  select a.keyword_id, a.platform, a.asked_at, a.answer_id, 'query', lower(btrim(regexp_replace(q.query, '\s+', ' ', 'g')))
  from public.answers a
  cross join lateral jsonb_array_elements_text(a.queries) as q (query)
  where a.status = 'valid'
    and a.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)
)
select f.answer_id, f.keyword_id, k.keyword, f.platform, f.kind, f.source, f.asked_at,
       coalesce(p.has_brand, false) as brand_present, coalesce(p.has_competitor, false) as competitor_present
from found f
join public.keywords k
  on k.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)
 and k.keyword_id = f.keyword_id
left join present p on p.answer_id = f.answer_id and p.detected_at = f.asked_at;

create view bi.standings with (security_barrier) as
select s.keyword_id, k.keyword, nullif(s.platform, '') as platform, s.competitor_id, c.name as competitor, s.verdict,
       (s.figures ->> 'n')::integer as sample_size,
       (s.figures #>> '{own,score}')::integer as own_score, (s.figures #>> '{own,interval,0}')::integer as own_low,
       (s.figures #>> '{own,interval,1}')::integer as own_high,
       (s.figures #>> '{competitor,score}')::integer as competitor_score,
       (s.figures #>> '{competitor,interval,0}')::integer as competitor_low,
       (s.figures #>> '{competitor,interval,1}')::integer as competitor_high,
       (s.figures ->> 'lead')::integer as lead, (s.figures #>> '{leadInterval,0}')::integer as lead_low,
       (s.figures #>> '{leadInterval,1}')::integer as lead_high, (s.figures ->> 'p')::float8 as p_value,
       w.first_day + 7 * (s.figures ->> 'first')::integer as period_start,
       w.first_day + 7 * (s.judged_window + 1) - 1 as period_end
from public.standings s
join public.keywords k on k.workspace_id = s.workspace_id and k.keyword_id = s.keyword_id
join public.workspaces w on w.workspace_id = s.workspace_id
join bi.competitors c on c.competitor_id = s.competitor_id
where s.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user);

create view bi.crossings with (security_barrier) as
select x.keyword_id, k.keyword, nullif(x.platform, '') as platform, x.competitor_id, c.name as competitor, x.direction,
       w.first_day + 7 * x.crossed_window as week_start, w.first_day + 7 * (x.crossed_window + 1) - 1 as week_end,
       (x.before ->> 'lead')::integer as lead_before, (x.before ->> 'n')::integer as sample_size_before,
       (x.after ->> 'lead')::integer as lead_after, (x.after ->> 'n')::integer as sample_size_after,
       (x.after ->> 'p')::float8 as p_value
from public.crossings x
join public.keywords k on k.workspace_id = x.workspace_id and k.keyword_id = x.keyword_id
join public.workspaces w on w.workspace_id = x.workspace_id
join bi.competitors c on c.competitor_id = x.competitor_id
where x.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user);

create view bi.events with (security_barrier) as
select event_id, type, created_at, body::jsonb #>> '{data,keyword_id}' as keyword_id,
       body::jsonb #>> '{data,keyword}' as keyword, body::jsonb #>> '{data,platform}' as platform,
       (body::jsonb #>> '{data,previous_score}')::integer as previous_score,
       (body::jsonb #>> '{data,new_score}')::integer as new_score, body::jsonb -> 'data' as data
from public.events
where workspace_id = (select workspace_id from public.bi_roles where role_name = current_user);

create view bi.annotations with (security_barrier) as
select annotation_id, day, text, created_at
from public.annotations
where workspace_id = (select workspace_id from public.bi_roles where role_name = current_user);

create view bi.usage with (security_barrier) as
select a.day, a.platform, a.valid_answers, a.refused_answers, a.failed_answers, coalesce(s.cost_usd, 0) as cost_usd,
       a.truncated_answers
from (
  select d.workspace_id, d.day, c.platform, sum(c.valid)::integer as valid_answers, sum(c.refused)::integer as refused_answers,
         sum(c.failed)::integer as failed_answers, sum(c.truncated)::integer as truncated_answers
  from public.keywords k
  join public.days d on d.workspace_id = k.workspace_id and d.keyword_id = k.keyword_id and d.reading = k.reading
  cross join lateral bi.day_cells(d.value, 0) as c
  where k.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)
    and d.workspace_id = (select workspace_id from public.bi_roles where role_name = current_user)
  group by d.workspace_id, d.day, c.platform
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
