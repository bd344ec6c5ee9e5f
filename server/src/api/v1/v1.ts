import type { SecretsBox } from '../../base/secrets-box.ts';
import type { SourceDeps } from '../../insight/sources.ts';
import type { MeasureDeps } from '../../measure/ask.ts';
import type { Db } from '../../store/db.ts';
import type { SendDeps } from '../../webhooks/send.ts';
import type { Route } from '../route.ts';
import { activityRoutes } from './activity.ts';
import { type AlertDeps, alertRoutes } from './alerts.ts';
import { annotationRoutes } from './annotations.ts';
import { answerRoutes } from './answers.ts';
import { attributeRoutes } from './attributes.ts';
import { apiBrandRoutes } from './brand.ts';
import { citationRoutes } from './citations.ts';
import { competitorCandidateRoutes } from './competitor-candidates.ts';
import { competitorRoutes } from './competitors.ts';
import { deliveryRoutes } from './deliveries.ts';
import { eventRoutes } from './events.ts';
import { type GapDeps, gapRoutes } from './gaps.ts';
import { type InboxDeps, inboxRoutes } from './inbox.ts';
import { keywordRoutes } from './keywords.ts';
import { mentionRoutes } from './mentions.ts';
import { metricRoutes } from './metrics.ts';
import { type PlatformDeps, platformRoutes } from './platforms.ts';
import { queryRoutes } from './queries.ts';
import { type ReportDeps, reportRoutes } from './reports.ts';
import { type RetentionRouteDeps, retentionRoutes } from './retention.ts';
import { type ReviewDeps, reviewRoutes } from './review.ts';
import { sandboxRoutes } from './sandbox.ts';
import { sentimentRoutes } from './sentiment.ts';
import { significanceRoutes } from './significance.ts';
import { sourceRoutes } from './sources.ts';
import { standingRoutes } from './standings.ts';
import { usageRoutes } from './usage.ts';
import { viewRoutes } from './views.ts';
import { visibilityRoutes } from './visibility.ts';
import { webhookActionRoutes } from './webhook-actions.ts';
import { type WebhookDeps, webhookRoutes } from './webhooks.ts';

/** The dependencies of the API routes. */
export interface V1Deps
  extends MeasureDeps,
    SendDeps,
    AlertDeps,
    ReportDeps,
    PlatformDeps,
    WebhookDeps,
    GapDeps,
    SourceDeps,
    ReviewDeps,
    RetentionRouteDeps,
    InboxDeps {
  db: Db;
  /** The database for reads of many answers. */
  reads: Db;
  secrets: SecretsBox;
}

export function v1Routes(deps: V1Deps): Route[] {
  const wide = { ...deps, db: deps.reads };
  return [
    ...keywordRoutes(deps),
    ...visibilityRoutes(deps),
    ...reviewRoutes(deps),
    ...mentionRoutes(wide),
    ...sentimentRoutes(wide),
    ...citationRoutes(wide),
    ...queryRoutes(wide),
    ...sourceRoutes(deps),
    ...gapRoutes(wide),
    ...attributeRoutes(wide),
    ...apiBrandRoutes(deps),
    ...competitorRoutes(deps),
    ...competitorCandidateRoutes(wide),
    ...standingRoutes(wide),
    ...answerRoutes(deps),
    ...eventRoutes(deps),
    ...activityRoutes(deps),
    ...alertRoutes(deps),
    ...annotationRoutes(deps),
    ...viewRoutes(deps),
    ...metricRoutes(),
    ...significanceRoutes(deps),
    ...retentionRoutes(deps),
    ...platformRoutes(deps),
    ...usageRoutes(deps),
    ...reportRoutes(deps),
    ...webhookRoutes(deps),
    ...webhookActionRoutes(deps),
    ...deliveryRoutes(deps),
    ...inboxRoutes(deps),
    ...sandboxRoutes(deps),
  ];
}
