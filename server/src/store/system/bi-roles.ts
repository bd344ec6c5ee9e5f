import { type Db, raw, sql } from '../db.ts';

export interface BiRole {
  name: string;
  /** Null while the role is being dropped. */
  workspaceId: string | null;
  createdAt: Date;
}

export async function listBiRoles(db: Db): Promise<BiRole[]> {
  return db.query<BiRole>(
    sql`select role_name as name, workspace_id as "workspaceId", created_at as "createdAt"
        from bi_roles
        order by role_name`,
  );
}

/** Whether the database has a role of this name, regardless of its creator. */
export function isRole(db: Db, name: string): Promise<boolean> {
  return db.returnsRows(sql`select from pg_roles where rolname = ${name}`);
}

/**
 * Creates a role that can only sign in and read one workspace through the views. The statement takes no parameters, so
 * it contains the name and the verifier. The caller has validated both.
 */
export async function createBiRole(
  db: Db,
  { name, verifier, workspaceId }: { name: string; verifier: string; workspaceId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      sql`create role ${raw(name)} login nosuperuser nocreatedb nocreaterole noreplication connection limit 10 password ${raw(`'${verifier}'`)}`,
    );
    // Defaults that the role could change. Its permissions do not depend on them.
    for (const setting of SETTINGS) await tx.query(sql`alter role ${raw(name)} set ${raw(setting)}`);
    await tx.query(sql`select close_to_readers()`);
    await tx.query(sql`insert into bi_roles (role_name, workspace_id) values (${name}, ${workspaceId})`);
  });
}

const SETTINGS = [
  "statement_timeout = '60s'",
  "idle_in_transaction_session_timeout = '60s'",
  "work_mem = '16MB'",
  'default_transaction_read_only = on',
  'search_path = bi',
  "timezone = 'UTC'",
];

export async function setBiPassword(db: Db, { name, verifier }: { name: string; verifier: string }): Promise<void> {
  await db.query(sql`alter role ${raw(name)} password ${raw(`'${verifier}'`)}`);
}

/**
 * Drops a role in separately committed steps, most urgent first, so that after a failure the role cannot read anything.
 * Repeating it continues. Objects that the role owns here are reassigned to our user, except large objects, which only
 * a misused role has. Objects in other databases prevent dropping the role (code 2BP01).
 */
export async function dropBiRole(db: Db, name: string): Promise<void> {
  if (await isRole(db, name)) {
    await db.transaction(async (tx) => {
      await tx.query(sql`alter role ${raw(name)} nologin`);
      await tx.query(sql`update bi_roles set workspace_id = null where role_name = ${name}`);
    });
    // Without superuser rights, only a member can end a role's sessions and take over its objects.
    await db.query(sql`grant ${raw(name)} to current_user`);
    await db.query(
      sql`select pg_terminate_backend(pid, ${SESSION_END_MS}) from pg_stat_activity where usename = ${name}`,
    );
    await unlinkLargeObjects(db, name);
    await db.transaction(async (tx) => {
      // By name: Citus 13 crashes on `reassign owned by … to current_user`.
      const [ours] = await tx.query<{ name: string }>(sql`select quote_ident(current_user) as name`);
      await tx.query(sql`reassign owned by ${raw(name)} to ${raw(ours?.name ?? '')}`);
      await tx.query(sql`drop owned by ${raw(name)}`);
      await tx.query(sql`drop role ${raw(name)}`);
    });
  }
  await db.query(sql`delete from bi_roles where role_name = ${name}`);
}

const SESSION_END_MS = 5_000;
/** Each takes a lock until its statement ends. PostgreSQL has room for some thousands. */
const LARGE_OBJECTS = 1_000;

async function unlinkLargeObjects(db: Db, owner: string): Promise<void> {
  let unlinked: unknown[];
  do {
    unlinked = await db.query(
      sql`select lo_unlink(oid)
          from (
            select oid
            from pg_largeobject_metadata
            where lomowner = ${owner}::regrole
            limit ${LARGE_OBJECTS}
          ) as owned`,
    );
  } while (unlinked.length > 0);
}
