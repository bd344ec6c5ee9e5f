-- The platforms in a record, beside its document: to ask for one of them, a million documents had to be parsed.
alter table visibility add column platforms text[] not null default '{}';

update visibility
set platforms = array(select json_object_keys(doc::json -> 'platforms'));
