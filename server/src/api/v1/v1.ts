import type { AppDeps } from '../app.ts';
import type { Route } from '../route.ts';
import { alertRoutes } from './alerts.ts';
import { answerRoutes } from './answers.ts';
import { citationRoutes } from './citations.ts';
import { competitorCandidateRoutes } from './competitor-candidates.ts';
import { competitorRoutes } from './competitors.ts';
import { deliveryRoutes } from './deliveries.ts';
import { eventRoutes } from './events.ts';
import { keywordRoutes } from './keywords.ts';
import { mentionRoutes } from './mentions.ts';
import { metricRoutes } from './metrics.ts';
import { platformRoutes } from './platforms.ts';
import { reportRoutes } from './reports.ts';
import { sandboxRoutes } from './sandbox.ts';
import { usageRoutes } from './usage.ts';
import { visibilityRoutes } from './visibility.ts';
import { webhookActionRoutes } from './webhook-actions.ts';
import { webhookRoutes } from './webhooks.ts';

export function v1Routes(deps: AppDeps): Route[] {
  return [
    ...keywordRoutes(deps),
    ...visibilityRoutes(deps),
    ...mentionRoutes(deps),
    ...citationRoutes(deps),
    ...competitorRoutes(deps),
    ...competitorCandidateRoutes(deps),
    ...answerRoutes(deps),
    ...eventRoutes(deps),
    ...alertRoutes(deps),
    ...metricRoutes(),
    ...platformRoutes(deps),
    ...usageRoutes(deps),
    ...reportRoutes(deps),
    ...webhookRoutes(deps),
    ...webhookActionRoutes(deps),
    ...deliveryRoutes(deps),
    ...sandboxRoutes(deps),
  ];
}
