import { type Db, raw, sql } from './db.ts';

export interface BiRole {
  name: string;
  workspaceId: string;
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

/** From then on it can neither sign in nor, where it still is, see anything. */
export async function dropBiRole(db: Db, name: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`delete from bi_roles where role_name = ${name}`);
    await tx.query(sql`drop role if exists ${raw(name)}`);
  });
}
