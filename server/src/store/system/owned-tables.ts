import { type Db, join, raw, type Sql, sql } from '../db.ts';

/** Whose rows to find. */
export interface Owner {
  accountId: string;
  workspaceIds: string[];
}

/** A table with rows of accounts. */
export interface OwnedTable {
  name: string;
  key: Sql;
  /** Conditions that find an owner's rows: one per workspace, or one for the account. */
  rowsOf: (owner: Owner) => Sql[];
  /**
   * Whether foreign keys delete its rows with the account. The other tables are facts, which are distributed on a
   * cluster.
   */
  isLocal: boolean;
}

/** The log rejects changes, and the list of removals is not account data. */
const APART = ['audit_log', 'account_removals'];

/**
 * Every table with rows of accounts, referencing tables first. Read from the catalog, so that a new table cannot be
 * forgotten.
 */
export async function ownedTables(db: Db): Promise<OwnedTable[]> {
  const tables = new Map((await readTables(db)).map((table) => [table.name, table]));
  const references = await readReferences(db);
  const parentsOf = (name: string) => references.filter(({ child, parent }) => child === name && parent !== name);
  const depthOf = (name: string): number => Math.max(0, ...parentsOf(name).map(({ parent }) => 1 + depthOf(parent)));
  const isLocal = (name: string): boolean =>
    name === 'accounts' || parentsOf(name).some(({ parent }) => isLocal(parent));
  const rowsOf = (name: string): OwnedTable['rowsOf'] | undefined => {
    const table = tables.get(name);
    if (table?.hasWorkspace) return ({ workspaceIds }) => workspaceIds.map((id) => sql`workspace_id = ${id}`);
    if (table?.hasAccount) return ({ accountId }) => [sql`account_id = ${accountId}`];
    for (const { column, parent, parentColumn } of parentsOf(name)) {
      const parents = rowsOf(parent);
      if (!parents) continue;
      const within = (rows: Sql) =>
        sql`${raw(column)} in (select ${raw(parentColumn)} from ${raw(parent)} where ${rows})`;
      return (owner) => parents(owner).map(within);
    }
    return undefined;
  };
  return [...tables.values()]
    .filter(({ name }) => !APART.includes(name))
    .sort((a, b) => depthOf(b.name) - depthOf(a.name))
    .flatMap(({ name, key }) => {
      const rows = rowsOf(name);
      return rows ? [{ name, key: join(key.map((column) => raw(column))), rowsOf: rows, isLocal: isLocal(name) }] : [];
    });
}

interface TableRow {
  name: string;
  hasWorkspace: boolean;
  hasAccount: boolean;
  key: string[];
}

function readTables(db: Db): Promise<TableRow[]> {
  return db.records<TableRow>(
    sql`select c.relname as name,
               bool_or(a.attname = 'workspace_id') as has_workspace,
               bool_or(a.attname = 'account_id') as has_account,
               array_agg(a.attname::text order by a.attnum) filter (where a.attnum = any(i.indkey)) as key
        from pg_class c
        join pg_index i on i.indrelid = c.oid and i.indisprimary
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = current_schema()::regnamespace
          and c.relkind in ('r', 'p')
          and not c.relispartition
        group by c.relname
        order by c.relname`,
  );
}

interface Reference {
  child: string;
  column: string;
  parent: string;
  parentColumn: string;
}

/** Foreign keys by their first column. Those between facts have more columns and only define the order of tables. */
function readReferences(db: Db): Promise<Reference[]> {
  return db.records<Reference>(
    sql`select f.relname as child, a.attname as column, t.relname as parent, b.attname as parent_column
        from pg_constraint k
        join pg_class f on f.oid = k.conrelid
        join pg_class t on t.oid = k.confrelid
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
        where k.contype = 'f'
          and k.conparentid = 0
          and f.relnamespace = current_schema()::regnamespace`,
  );
}
