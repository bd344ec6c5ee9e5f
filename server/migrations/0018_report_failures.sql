-- A try that failed is not one whose process ended: a server that is restarted a few times gives no report up.
alter table reports add column failed_tries integer not null default 0;
