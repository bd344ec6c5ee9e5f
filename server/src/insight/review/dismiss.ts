import { ApiError } from '../../base/errors.ts';
import { type Actor, writeAudit } from '../../store/accounts/audit.ts';
import { deleteDismissal, saveDismissal } from '../../store/workspaces/dismissals.ts';
import type { ReviewContext } from './entry.ts';
import { findEntry, type RankedFinding } from './review.ts';

interface DismissQuery {
  reviewId: string;
  isDismissed: boolean;
  by: Actor;
}

/** Dismisses an entry until its evidence changes, or restores it. Recorded in the audit log if it changes something. */
export async function setDismissed(
  context: ReviewContext,
  { reviewId, isDismissed, by }: DismissQuery,
): Promise<RankedFinding> {
  const { workspaceId, accountId, now } = context.workspace;
  const found = await findEntry(context, reviewId);
  if (!found) throw new ApiError(404, 'Review entry not found');
  if (isDismissed === (found.dismissedAt !== undefined)) return found;
  await context.db.transaction(async (tx) => {
    if (isDismissed) await saveDismissal(tx, workspaceId, { reviewId, version: found.version, dismissedAt: now });
    else await deleteDismissal(tx, workspaceId, reviewId);
    const action = isDismissed ? 'review.dismissed' : 'review.restored';
    await writeAudit(tx, { accountId, by, action, subject: { id: reviewId, name: found.text } });
  });
  return { ...found, dismissedAt: isDismissed ? now : undefined };
}
