import { listDismissals } from '../../store/workspaces/dismissals.ts';
import { findDrops } from './drops.ts';
import { type Finder, type Finding, kindOf, type ReviewContext, reviewId } from './entry.ts';
import { findFailingPlatforms } from './failing-platforms.ts';
import { findFailingWebhooks } from './failing-webhooks.ts';
import { findMissingMail } from './missing-mail.ts';
import { findOvertakings } from './overtakings.ts';
import { findStaleData } from './stale-data.ts';
import { findTopGaps } from './top-gaps.ts';

/** In the order in which their entries are ranked. */
const FINDERS: Record<Finding['kind'], Finder> = {
  drop: findDrops,
  overtaken: findOvertakings,
  gap: findTopGaps,
  platform_failing: findFailingPlatforms,
  webhook_failing: findFailingWebhooks,
  mail_not_configured: findMissingMail,
  stale_data: findStaleData,
};

export interface RankedFinding extends Finding {
  reviewId: string;
  dismissedAt: Date | undefined;
}

/** Everything to review, the most important first, dismissed entries last. */
export function findReview(context: ReviewContext): Promise<RankedFinding[]> {
  return findWith(context, Object.values(FINDERS));
}

/** One entry. Only those of its kind are looked up. */
export async function findEntry(context: ReviewContext, id: string): Promise<RankedFinding | undefined> {
  const kind = kindOf(id);
  const found = kind ? await findWith(context, [FINDERS[kind]]) : [];
  return found.find((one) => one.reviewId === id);
}

async function findWith(context: ReviewContext, finders: Finder[]): Promise<RankedFinding[]> {
  const { workspaceId } = context.workspace;
  const [dismissals, ...found] = await Promise.all([
    listDismissals(context.db, workspaceId),
    ...finders.map((find) => find(context)),
  ]);
  const ranked = found.flat().map((finding) => {
    const id = reviewId(workspaceId, finding);
    const dismissal = dismissals.find((one) => one.reviewId === id && one.version === finding.version);
    return { ...finding, reviewId: id, dismissedAt: dismissal?.dismissedAt };
  });
  return [...ranked.filter(({ dismissedAt }) => !dismissedAt), ...ranked.filter(({ dismissedAt }) => dismissedAt)];
}
