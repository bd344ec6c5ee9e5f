import { SetupError } from '../../base/errors.ts';
import { type Db, raw, sql } from '../db.ts';
import { isLockTimeout, takeLock } from './locks.ts';

/** Runs one archive or restore at a time. The lock is held by a transaction that does nothing else. */
export async function withArchiveLock<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.query(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.query(raw(`${takeLock('archive').text} nowait`)).catch((error) => {
      if (!isLockTimeout(error)) throw error;
      throw new SetupError('Another archive or restore is running on this database. Wait until it has finished.');
    });
    return work();
  });
}
