import { groupBy } from '../base/group-by.ts';
import { dayOf } from '../base/time.ts';
import { digestLetter } from '../mail/alert-letters.ts';
import { queueLetter } from '../mail/outbox.ts';
import { takeDigestEntries, workspacesWithDigests } from '../store/alerts/states.ts';
import type { Db } from '../store/db.ts';
import { findWorkspace, type Workspace } from '../store/workspaces/workspaces.ts';

/** Writes the letters of days that have ended, and says how many. */
export async function digestDue(db: Db): Promise<number> {
  let letters = 0;
  const errors: unknown[] = [];
  for (const workspaceId of await workspacesWithDigests(db)) {
    try {
      const workspace = await findWorkspace(db, workspaceId);
      if (workspace) letters += await writeDigests(db, workspace);
    } catch (error) {
      // One workspace's trouble is not the others'.
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} workspaces' letters could not be written`);
  return letters;
}

/** One letter for each day and set of recipients, in the transaction that takes the firings out of the queue. */
export function writeDigests(db: Db, { workspaceId, accountId, now }: Workspace): Promise<number> {
  return db.transaction(async (tx) => {
    const entries = await takeDigestEntries(tx, workspaceId, dayOf(now));
    const letters = groupBy(entries, ({ day, recipients }) => `${day} ${recipients.join(' ')}`);
    for (const mine of letters.values()) {
      const [first] = mine;
      if (!first) continue;
      const { day, recipients } = first;
      await queueLetter(tx, accountId, digestLetter(day, { entries: mine, recipients }));
    }
    return letters.size;
  });
}
