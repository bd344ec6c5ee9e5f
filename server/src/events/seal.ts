import type { Db } from '../store/db.ts';
import { forgetLeaves, type SealSettings, sealEvents, workspacesToSeal } from '../store/events/seals.ts';

/** Longer than a transaction that publishes takes. The seals check this too. */
const SETTLE_SECONDS = 60;
/** At most one seal per workspace in this time, except after a judged window. */
const EVERY_SECONDS = 3_600;
const WORKSPACES = 100;

/** Seals the events of workspaces that have new ones. Returns how many seals were added. */
export async function sealDue(
  db: Db,
  { keepDays, settleSeconds = SETTLE_SECONDS }: Pick<SealSettings, 'keepDays'> & Partial<SealSettings>,
): Promise<number> {
  await forgetLeaves(db);
  const everySeconds = settleSeconds === 0 ? 0 : EVERY_SECONDS;
  let seals = 0;
  for (const workspaceId of await workspacesToSeal(db, { settleSeconds, everySeconds, limit: WORKSPACES })) {
    while (await sealEvents(db, workspaceId, { keepDays, settleSeconds })) seals++;
  }
  return seals;
}
