import type pg from 'pg';

/**
 * On a cluster, a view over facts fails: Citus reads shards as the asker, who may read no table, and does not join facts
 * with `bi_roles` in a filter. There, each view reads a function that runs as its owner, with the workspace looked up
 * first. The function has the view's own query, so there is one definition of a view. On one PostgreSQL, views are
 * better: they read only the rows that a filter asks for.
 */
const WORKSPACE_OF_ASKER =
  /\(\s*SELECT bi_roles\.workspace_id\s+FROM public\.bi_roles\s+WHERE \(bi_roles\.role_name = CURRENT_USER\)\)/g;
const VARIABLE = 'asker_workspace';
const FUNCTION_SCHEMA = 'bi_cluster';

interface View {
  name: string;
  definition: string;
  /** `returns table (…)` of its function. */
  columns: string;
}

/** The views that do not read a function, or with `wrapped` those that do. */
export async function listBiViews(client: pg.Client, { wrapped }: { wrapped: boolean }): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name
     from pg_class c
     where relnamespace = to_regnamespace('bi')
       and relkind = 'v'
       and $1 = (pg_get_viewdef(c.oid) ~ ('FROM ${FUNCTION_SCHEMA}\\.' || relname || '\\(\\)'))
     order by relname`,
    [wrapped],
  );
  return rows.map((row) => row.name);
}

/** Makes a view read a function. */
export async function wrapBiView(client: pg.Client, name: string): Promise<void> {
  const { definition, columns } = await readView(client, name);
  const query = definition.replace(WORKSPACE_OF_ASKER, VARIABLE);
  if (query.includes('bi_roles')) throw new Error(`bi.${name} finds the asker's workspace in another way`);
  await keepOnCoordinator(client);
  await client.query(`
    create schema if not exists ${FUNCTION_SCHEMA};
    grant usage on schema ${FUNCTION_SCHEMA} to public;
    drop function if exists ${FUNCTION_SCHEMA}.${name}();
    create function ${FUNCTION_SCHEMA}.${name}() returns table (${columns})
    language plpgsql stable security definer set search_path = pg_catalog as $function$
    #variable_conflict use_column
    declare
      ${VARIABLE} text := (select workspace_id from public.bi_roles where role_name = session_user);
    begin
      return query
      ${query}
    end $function$;
    create or replace view bi.${name} with (security_barrier) as select * from ${FUNCTION_SCHEMA}.${name}()`);
}

/** Gives a view its own query back. */
export async function unwrapBiView(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ body: string }>('select prosrc as body from pg_proc where oid = $1::regproc', [
    `${FUNCTION_SCHEMA}.${name}`,
  ]);
  const query = /return query\s([\s\S]*)end $/.exec(rows[0]?.body ?? '')?.[1] ?? '';
  await keepOnCoordinator(client);
  const asker = '(select workspace_id from public.bi_roles where role_name = current_user)';
  await client.query(
    `create or replace view bi.${name} with (security_barrier) as ${query.replaceAll(VARIABLE, asker)}`,
  );
  await client.query(`drop function ${FUNCTION_SCHEMA}.${name}()`);
}

/** Citus would copy views to the workers, and then refuses those over tables that the workers do not have. */
async function keepOnCoordinator(client: pg.Client): Promise<void> {
  await client.query('set local citus.enable_ddl_propagation = off');
}

async function readView(client: pg.Client, name: string): Promise<View> {
  // Names outside the search path are written with their schema.
  await client.query('set local search_path = pg_catalog');
  const { rows } = await client.query<Omit<View, 'name'>>(
    `select pg_get_viewdef(c.oid) as definition,
            string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.oid = $1::regclass
     group by c.oid`,
    [`bi.${name}`],
  );
  await client.query('reset search_path');
  const [view] = rows;
  if (!view) throw new Error(`no view bi.${name}`);
  return { name, ...view };
}
