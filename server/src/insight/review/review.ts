import { listDismissals } from '../../store/workspaces/dismissals.ts';
import { findDrops } from './drops.ts';
import { type Finder, type Finding, type ReviewContext, reviewId } from './entry.ts';
import { findFailingPlatforms } from './failing-platforms.ts';
import { findFailingWebhooks } from './failing-webhooks.ts';
import { findMissingMail } from './missing-mail.ts';
import { findOvertakings } from './overtakings.ts';
import { findStaleData } from './stale-data.ts';
import { findTopGaps } from './top-gaps.ts';

/** In the order in which their entries are ranked. */
const FINDERS: Finder[] = [
  findDrops,
  findOvertakings,
  findTopGaps,
  findFailingPlatforms,
  findFailingWebhooks,
  findMissingMail,
  findStaleData,
];

export interface RankedFinding extends Finding {
  reviewId: string;
  dismissedAt: Date | undefined;
}

/** Everything to review, the most important first, dismissed entries last. */
export async function findReview(context: ReviewContext): Promise<RankedFinding[]> {
  const { workspaceId } = context.workspace;
  const [dismissals, ...found] = await Promise.all([
    listDismissals(context.db, workspaceId),
    ...FINDERS.map((find) => find(context)),
  ]);
  const ranked = found.flat().map((finding) => {
    const id = reviewId(workspaceId, finding);
    const dismissal = dismissals.find((one) => one.reviewId === id && one.version === finding.version);
    return { ...finding, reviewId: id, dismissedAt: dismissal?.dismissedAt };
  });
  return [...ranked.filter(({ dismissedAt }) => !dismissedAt), ...ranked.filter(({ dismissedAt }) => dismissedAt)];
}
