import { expect, test } from 'vitest';
import { dayOf } from '../src/base/time.ts';
import { addTotals } from '../src/store/counts/workspace-totals.ts';
import { type Db, sql } from '../src/store/db.ts';
import { markDays } from '../src/store/sums/write.ts';
import { renewReadings, rereadDue } from '../src/subject/reread.ts';
import { givenAccount, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);

/** Of a day that is analyzed again, what a batch of answers of another keyword adds to. */
async function shared(workspaceId: string) {
  const [page] = await db.records<{ askedAt: Date; platform: string }>(
    sql`select detected_at as asked_at, platform
        from citations
        where workspace_id = ${workspaceId}
          and kind = 'cited'
        limit 1`,
  );
  if (!page) throw new Error('nothing is cited');
  const place = { day: dayOf(page.askedAt), platform: page.platform };
  const total = { ...place, valid: 1, cited: 1 };
  return { totals: (reading: number) => ({ days: [{ ...total, reading }], findings: [] }), place };
}

test.each([1, 2])(
  'answers that are counted under reading %s never wait in a circle with a re-analysis',
  async (reading) => {
    const { workspaces } = await givenAccount(server.deps, { historyDays: 8 });
    const { totals, place } = await shared(workspaces.test);
    await db.query(sql`update readings set analysis = 1 where workspace_id = ${workspaces.test}`);
    await renewReadings(db);

    let [runs, repeats] = [0, 0];
    const counting: Db = {
      ...db,
      transaction: (work) => {
        repeats--;
        return db.transaction((tx) => {
          repeats++;
          return work(tx);
        });
      },
    };
    let reread: Promise<number> | undefined;
    await db.transaction(async (tx) => {
      runs++;
      await addTotals(tx, workspaces.test, totals(reading));
      reread ??= rereadDue(counting);
      await expect.poll(waiting, { interval: 20 }).toBe(1);
      await markDays(tx, workspaces.test, [place]);
    });
    // A deadlock would have ended one of them, to be run again.
    expect([((await reread) ?? 0) > 0, runs, repeats]).toEqual([true, 1, 0]);
  },
);

async function waiting(): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) as count
        from pg_stat_activity
        where datname = current_database()
          and wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
}
