-- A role that is being dropped keeps its row, without a workspace, until PostgreSQL no longer has the role: it reads
-- nothing, and `visibility bi drop` can be repeated.
alter table bi_roles
  alter column workspace_id drop not null,
  drop constraint bi_roles_workspace_id_fkey,
  add constraint bi_roles_workspace_id_fkey foreign key (workspace_id) references workspaces on delete set null;

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

-- Accounts that are being deleted: what is still to be removed when the command is interrupted, and what was removed.
-- No foreign key: it outlives the account.
create table account_removals (
  account_id text primary key,
  name text not null,
  workspace_ids text[] not null,
  removed jsonb not null default '{}',
  started_at timestamptz not null default now()
);
