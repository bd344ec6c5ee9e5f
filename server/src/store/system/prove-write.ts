import { type Db, sql } from '../db.ts';

/** Commits an empty change. Fails on a standby, a read-only database, a full disk of the log, or a lost synchronous standby. */
export async function proveWrite(db: Db): Promise<void> {
  await db.transaction((tx) => tx.query(sql`select pg_current_xact_id()`));
}
