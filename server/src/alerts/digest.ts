import { groupBy } from '../base/group-by.ts';
import { dayOf } from '../base/time.ts';
import { digestEmail } from '../mail/alert-emails.ts';
import { queueEmail } from '../mail/outbox.ts';
import { takeDigestEntries, workspacesWithDigests } from '../store/alerts/states.ts';
import type { Db } from '../store/db.ts';
import { findWorkspace, type Workspace } from '../store/workspaces/workspaces.ts';

/** Writes the emails of days that have ended. Returns how many. */
export async function digestDue(db: Db): Promise<number> {
  let emails = 0;
  const errors: unknown[] = [];
  for (const workspaceId of await workspacesWithDigests(db)) {
    try {
      const workspace = await findWorkspace(db, workspaceId);
      if (workspace) emails += await writeDigests(db, workspace);
    } catch (error) {
      // An error in one workspace must not stop the others.
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `Could not write digest emails. Workspaces affected: ${errors.length}`);
  return emails;
}

/** One email for each day and set of recipients, in the transaction that takes the firings out of the queue. */
export function writeDigests(db: Db, { workspaceId, accountId, now }: Workspace): Promise<number> {
  return db.transaction(async (tx) => {
    const entries = await takeDigestEntries(tx, workspaceId, dayOf(now));
    const emails = groupBy(entries, ({ day, recipients }) => `${day} ${recipients.join(' ')}`);
    for (const mine of emails.values()) {
      const [first] = mine;
      if (!first) continue;
      const { day, recipients } = first;
      await queueEmail(tx, accountId, digestEmail(day, { entries: mine, recipients }));
    }
    return emails.size;
  });
}
