-- A report is kept in further formats than the one it was asked for, all from one look at the data.
alter table report_parts add column format text;
update report_parts p
set format = r.format
from reports r
where r.report_id = p.report_id;
alter table report_parts
  alter column format set not null,
  drop constraint report_parts_pkey,
  add primary key (report_id, try, format, part);

-- By format, size and SHA-256 of the files beside the report's own: {"csv": {"size": 1204, "sha256": "…"}}.
-- Reports made before have none.
alter table reports add column other_files jsonb not null default '{}';
