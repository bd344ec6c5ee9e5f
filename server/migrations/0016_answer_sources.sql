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

grant select on bi.answer_sources to public;
