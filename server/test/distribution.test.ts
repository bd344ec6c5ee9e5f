import { expect, test } from 'vitest';
import { type Db, sql, type Transaction } from '../src/store/db.ts';
import { FACTS, LOCAL } from '../src/store/system/table-places.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();

/** What the catalogue says would stop a fact from being spread over a cluster by workspace_id. */
async function problems(on: Db | Transaction): Promise<string[]> {
  const rows = await on.query<{ problem: string }>(sql`
    with facts as (select name, name::regclass as id from unnest(${FACTS}::text[]) as name),
    indexes as (
      select f.name, i.indexrelid::regclass::text as index_name, i.indisunique or i.indisexclusion as is_unique,
             (select attname from pg_attribute where attrelid = i.indrelid and attnum = i.indkey[0]) as first_column
      from facts f
      join pg_index i on i.indrelid = f.id
    ), keys as (
      select k.conname, k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent, k.confdeltype, k.confupdtype,
             (select array_agg(a.attname) from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any(k.conkey)) as child_columns
      from pg_constraint k
      where k.contype = 'f' and k.conparentid = 0
    )
    select name || ': workspace_id must be a text that is never null' as problem
    from facts f
    where not exists (
      select from pg_attribute where attrelid = f.id and attname = 'workspace_id' and atttypid = 'text'::regtype and attnotnull)
    union all
    select name || ': unique index without workspace_id first: ' || index_name from indexes where is_unique and first_column <> 'workspace_id'
    union all
    select f.name || ': trigger ' || t.tgname from facts f join pg_trigger t on t.tgrelid = f.id where not t.tgisinternal
    union all
    select f.name || ': unlogged' from facts f join pg_class c on c.oid = f.id where c.relpersistence <> 'p'
    union all
    select child || ': foreign key over the border to ' || parent from keys
    where (child = any(${FACTS})) <> (parent = any(${FACTS}))
    union all
    select child || ': foreign key must carry workspace_id and cascade or do nothing: ' || conname from keys
    where child = any(${FACTS}) and (not 'workspace_id' = any(child_columns) or confdeltype in ('n', 'd') or confupdtype in ('n', 'd', 'c'))
    union all
    select f.name || ': identity or serial column ' || a.attname
    from facts f
    join pg_attribute a on a.attrelid = f.id and a.attnum > 0
    left join pg_attrdef d on d.adrelid = f.id and d.adnum = a.attnum
    where a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%'`);
  return rows.map((row) => row.problem);
}

test('every fact can be spread over a cluster by workspace_id', async () => {
  expect(await problems(db)).toEqual([]);
});

test('every table is known to be a fact or local', async () => {
  const rows = await db.query<{ name: string }>(
    sql`select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition`,
  );
  expect(rows.map((row) => row.name).sort()).toEqual([...FACTS, ...LOCAL].sort());
});

test.each([
  [
    'a unique index',
    sql`create unique index planted on keywords (keyword)`,
    'keywords: unique index without workspace_id first: planted',
  ],
  [
    'a key to a local table',
    sql`alter table answers add constraint planted foreign key (workspace_id) references workspaces`,
    'answers: foreign key over the border to workspaces',
  ],
  [
    'a counter',
    sql`alter table prompts add column planted bigint generated always as identity`,
    'prompts: identity or serial column planted',
  ],
  [
    'a nullable workspace',
    sql`alter table idempotency_keys drop constraint idempotency_keys_pkey, alter column workspace_id drop not null`,
    'idempotency_keys: workspace_id must be a text that is never null',
  ],
  ['a table that is not logged', sql`alter table visibility set unlogged`, 'visibility: unlogged'],
])('a planted fault is found: %s', async (_name, fault, problem) => {
  const undo = new Error('undo');
  const planted = db.transaction(async (tx) => {
    await tx.query(fault);
    expect(await problems(tx)).toContain(problem);
    throw undo;
  });
  await expect(planted).rejects.toBe(undo);
});
