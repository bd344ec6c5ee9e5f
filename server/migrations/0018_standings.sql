-- Of the answers that mention a competitor: how many also mention the own brand. With it, brand and competitor can be
-- compared on the same answers.
alter table daily_findings add column with_own integer not null default 0;

update daily_findings f
set with_own = c.answers
from (
  select m.workspace_id, m.keyword_id, k.reading, m.brand_id, (m.detected_at at time zone 'UTC')::date as day, m.platform,
         a.prompt_id, count(*) as answers
  from mentions m
  join mentions o on o.workspace_id = m.workspace_id and o.detected_at = m.detected_at and o.answer_id = m.answer_id
   and o.brand_id = 'brand'
  join answers a on a.workspace_id = m.workspace_id and a.asked_at = m.detected_at and a.answer_id = m.answer_id
  join keywords k on k.workspace_id = m.workspace_id and k.keyword_id = m.keyword_id
  where m.brand_id <> 'brand'
  group by 1, 2, 3, 4, 5, 6, 7
) c
where f.workspace_id = c.workspace_id and f.keyword_id = c.keyword_id and f.reading = c.reading
  and f.brand_id = c.brand_id and f.day = c.day and f.platform = c.platform and f.prompt_id = c.prompt_id;

-- Who is ahead, per keyword, platform (empty: all together) and competitor, as of the last closed window.
create table standings (
  workspace_id text not null,
  keyword_id text not null,
  platform text not null,
  competitor_id text not null,
  judged_window integer not null,
  reading integer not null,
  verdict text not null
    constraint standings_verdict check (verdict in ('ahead', 'behind', 'too_close_to_call', 'collecting')),
  -- The side of the latest tested lead, the figures of that lead, and the first window that may be compared.
  leader text constraint standings_leader check (leader in ('own', 'competitor')),
  lead jsonb,
  since_window integer not null,
  -- What the verdict is based on. Null without an answer.
  figures jsonb,
  primary key (workspace_id, keyword_id, platform, competitor_id),
  foreign key (workspace_id, keyword_id) references keywords on delete cascade
);
create index standings_behind on standings (workspace_id, platform, competitor_id) where verdict = 'behind';

-- The closed windows in which a tested lead changed sides.
create table crossings (
  workspace_id text not null,
  keyword_id text not null,
  platform text not null,
  competitor_id text not null,
  crossed_window integer not null,
  reading integer not null,
  direction text not null constraint crossings_direction check (direction in ('overtook', 'was_overtaken')),
  before jsonb not null,
  after jsonb not null,
  primary key (workspace_id, keyword_id, platform, competitor_id, crossed_window),
  foreign key (workspace_id, keyword_id) references keywords on delete cascade
);
create index crossings_newest on crossings (workspace_id, crossed_window desc, keyword_id, platform, competitor_id);

-- Windows whose standings are decided. The workers decide those of existing windows after this migration.
alter table workspaces add column standings_judged integer not null default 0;

-- A rule that fires when a competitor overtakes the brand: this one, or (null) any.
alter table alerts
  add column competitor_id text,
  drop constraint alerts_condition,
  add constraint alerts_condition check (condition in ('below', 'above', 'drops_by', 'rises_by', 'overtaken'));

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

grant select on bi.standings, bi.crossings to public;
