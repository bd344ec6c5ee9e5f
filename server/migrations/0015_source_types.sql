-- Types that a workspace sets for cited domains. They take precedence over the operator's file and the rules.
create table source_types (
  workspace_id text not null references workspaces on delete cascade,
  domain text not null,
  type text not null,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, domain)
);

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

grant select on bi.sources to public;
