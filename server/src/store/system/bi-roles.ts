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

/** Whether the database has a role of this name, whoever made it. */
export async function isRole(db: Db, name: string): Promise<boolean> {
  const rows = await db.query(sql`select from pg_roles where rolname = ${name}`);
  return rows.length > 0;
}

/**
 * Makes a role that can sign in and do nothing but read one workspace through the views. The name and the verifier stand
 * in the statement, which takes no parameters: the caller has checked both.
 */
export async function createBiRole(
  db: Db,
  { name, verifier, workspaceId }: { name: string; verifier: string; workspaceId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      sql`create role ${raw(name)} login nosuperuser nocreatedb nocreaterole noreplication connection limit 10 password ${raw(`'${verifier}'`)}`,
    );
    // What the role itself could change again; its rights do not depend on them.
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
 * Ends a role in steps that are each committed, the most urgent first, so that a failure leaves a role that reads nothing.
 * Repeating it continues. Objects that the role owns here go to our user, except large objects, which only a role that
 * misuses its access makes. Objects in other databases keep PostgreSQL from dropping the role (code 2BP01).
 */
export async function dropBiRole(db: Db, name: string): Promise<void> {
  if (await isRole(db, name)) {
    await db.transaction(async (tx) => {
      await tx.query(sql`alter role ${raw(name)} nologin`);
      await tx.query(sql`update bi_roles set workspace_id = null where role_name = ${name}`);
    });
    // Without being a superuser, only a member may end a role's sessions and take over what it owns.
    await db.query(sql`grant ${raw(name)} to current_user`);
    await db.query(
      sql`select pg_terminate_backend(pid, ${SESSION_END_MS}) from pg_stat_activity where usename = ${name}`,
    );
    await unlinkLargeObjects(db, name);
    await db.transaction(async (tx) => {
      await tx.query(sql`reassign owned by ${raw(name)} to current_user`);
      await tx.query(sql`drop owned by ${raw(name)}`);
      await tx.query(sql`drop role ${raw(name)}`);
    });
  }
  await db.query(sql`delete from bi_roles where role_name = ${name}`);
}

const SESSION_END_MS = 5_000;
/** Each takes a lock until its statement ends; PostgreSQL has room for some thousands. */
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
