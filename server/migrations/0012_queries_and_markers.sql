-- What a platform's answers of a day were made with, and when a keyword's prompts changed. A row says only that the value
-- occurred: writers of the same value never wait for each other. A new trait needs no new column.
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

insert into series_traits (workspace_id, platform, day, trait, value)
select distinct a.workspace_id, a.platform, (a.asked_at at time zone 'UTC')::date, t.trait, t.value
from answers a
cross join lateral (values ('requested_model', a.requested_model), ('model', a.model)) as t (trait, value)
where a.status <> 'failed'
  and t.value <> '';

create or replace view bi.answers with (security_barrier) as
select a.answer_id, a.keyword_id, k.keyword, a.platform, a.surface, a.model, a.prompt, a.status,
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

grant select on bi.queries to public;
