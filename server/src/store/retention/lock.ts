import pg from 'pg';
import { SetupError } from '../../base/errors.ts';
import { isLockTimeout, takeLock } from '../system/locks.ts';

/** Released when the connection ends, also if the process is killed. Undefined if another process holds it. */
export async function holdLock(databaseUrl: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'visibility' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`${takeLock('retention').text} nowait`);
    return client;
  } catch (error) {
    await client.end();
    if (isLockTimeout(error)) return undefined;
    throw error;
  }
}

/** Runs while nothing else removes or restores texts. */
export async function withRetentionLock<Result>(databaseUrl: string, work: () => Promise<Result>): Promise<Result> {
  const lock = await holdLock(databaseUrl);
  if (!lock) {
    throw new SetupError(
      'Old texts are being removed, archived or restored by another process. Try again when it has finished.',
    );
  }
  try {
    return await work();
  } finally {
    await lock.end();
  }
}
