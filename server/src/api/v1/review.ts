import type { ReviewEntry } from '@visibility/sdk';
import { z } from 'zod';
import { setDismissed } from '../../insight/review/dismiss.ts';
import type { ReviewContext } from '../../insight/review/entry.ts';
import { findReview, type RankedFinding } from '../../insight/review/review.ts';
import type { MeasureDeps } from '../../measure/ask.ts';
import { loadWorkspace } from '../../store/workspaces/workspaces.ts';
import { type Caller, type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { listOf, pageOf, pageQuery } from './paging.ts';
import { rangeOf, rangeQuery } from './range.ts';
import { reviewEntry, reviewSummary } from './review-schemas.ts';
import { summarize } from './review-summary.ts';

export interface ReviewDeps extends MeasureDeps {
  /** Whether a mail server is configured. */
  sendsMail?: boolean;
}

const listQuery = z.object({
  ...pageQuery,
  dismissed: z
    .enum(['true', 'false'])
    .optional()
    .describe('`false`: only open entries. `true`: only dismissed ones.')
    .meta({ example: 'false' }),
});

const NOT_FOUND = { 404: 'Review entry not found' };

/** What needs attention, and what can be said about the score in one sentence. */
export function reviewRoutes(deps: ReviewDeps): Route[] {
  return [
    route({
      operation: 'listReview',
      summary: 'What to review: significant drops and problems, the most important first',
      method: 'GET',
      path: '/review',
      scope: 'read',
      query: listQuery,
      responses: { 200: listOf(reviewEntry) },
      async handle({ caller, query }) {
        const all = (await findReview(await contextOf(deps, caller))).map(show);
        const isWanted = ({ dismissed_at: at }: ReviewEntry) =>
          query.dismissed === undefined || (query.dismissed === 'true') === (at !== null);
        return pageOf(all.filter(isWanted), query);
      },
    }),
    route({
      operation: 'getReviewSummary',
      summary: 'The score and the significant changes of a period, in sentences (default: the last 30 days)',
      method: 'GET',
      path: '/review/summary',
      scope: 'read',
      query: z.object(rangeQuery),
      responses: { 200: reviewSummary },
      async handle({ caller, query }) {
        const { workspace } = await contextOf(deps, caller);
        return { body: await summarize(deps, workspace, rangeOf(query, workspace.now)) };
      },
    }),
    route({
      operation: 'dismissReview',
      summary: 'Dismiss an entry until there is new evidence',
      method: 'POST',
      path: '/review/:review_id/dismiss',
      ...change(deps, { isDismissed: true }),
    }),
    route({
      operation: 'restoreReview',
      summary: 'Restore a dismissed entry',
      method: 'POST',
      path: '/review/:review_id/restore',
      ...change(deps, { isDismissed: false }),
    }),
  ];
}

function change(deps: ReviewDeps, { isDismissed }: { isDismissed: boolean }) {
  return {
    scope: 'write' as const,
    responses: { 200: reviewEntry },
    errors: NOT_FOUND,
    async handle({ caller, params }: { caller: Caller; params: Record<string, string> }) {
      const reviewId = params.review_id ?? '';
      const found = await setDismissed(await contextOf(deps, caller), { reviewId, isDismissed, by: caller.by });
      return { body: show(found) };
    },
  };
}

async function contextOf({ db, ask, sendsMail = false }: ReviewDeps, caller: Caller): Promise<ReviewContext> {
  const workspace = await loadWorkspace(db, caller.workspaceId);
  const { member } = caller.by;
  const isOwner = member === undefined || member.role === 'owner';
  return { db, workspace, sendsMail, isOwner, platforms: async () => [...(await ask.platforms(workspace))] };
}

function show({ reviewId, kind, text, since, keyword, platform, dismissedAt, nextStep, ...rest }: RankedFinding) {
  const { figures = [], eventId = null, answers = null } = rest;
  const entry: ReviewEntry = {
    ...toWire({ reviewId, kind, text, since }),
    keyword_id: keyword?.keywordId ?? null,
    keyword: keyword?.keyword ?? null,
    platform: platform ?? null,
    evidence: { figures, event_id: eventId, answers },
    next_step: nextStep,
    ...toWire({ dismissedAt }),
  };
  return entry;
}
