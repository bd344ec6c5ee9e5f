import type { SourceDeps } from '../../insight/sources.ts';
import type { MeasureDeps } from '../../measure/ask.ts';
import type { Route } from '../route.ts';
import { alertViewRoutes } from './alerts.ts';
import { dashboardAnswerRoutes } from './answers.ts';
import { brandRoutes } from './brand.ts';
import { dashboardCitationRoutes } from './citations.ts';
import { comparisonRoutes } from './comparison.ts';
import { competitorViewRoutes } from './competitors.ts';
import { estimateRoutes } from './estimate.ts';
import { keywordListRoutes } from './keyword-list.ts';
import { keywordScoreRoutes } from './keyword-scores.ts';
import { mentionSentenceRoutes } from './mention-sentences.ts';
import { overviewRoutes } from './overview.ts';
import { type InstanceDeps, platformInstanceRoutes } from './platform-instances.ts';
import { type PlatformCheckDeps, platformStateRoutes } from './platforms.ts';
import { reportActionRoutes } from './reports.ts';
import { startRoutes } from './start.ts';
import { type UsageDeps, usageSummaryRoutes } from './usage.ts';
import { webhookActivityRoutes } from './webhook-activity.ts';

export type WorkspaceDeps = MeasureDeps & PlatformCheckDeps & InstanceDeps & UsageDeps & SourceDeps;

/** The dashboard's own routes for a workspace, under `/dashboard/api/{live|test}`, next to the API routes. */
export function workspaceRoutes(deps: WorkspaceDeps): Route[] {
  return [
    ...webhookActivityRoutes(deps),
    ...usageSummaryRoutes(deps),
    ...overviewRoutes(deps),
    ...comparisonRoutes(deps),
    ...keywordListRoutes(deps),
    ...keywordScoreRoutes(deps),
    ...dashboardAnswerRoutes(deps),
    ...mentionSentenceRoutes(deps),
    ...dashboardCitationRoutes(deps),
    ...competitorViewRoutes(deps),
    ...alertViewRoutes(deps),
    ...reportActionRoutes(deps),
    ...brandRoutes(deps),
    ...startRoutes(deps),
    ...estimateRoutes(deps),
    ...platformStateRoutes(deps),
    ...platformInstanceRoutes(deps),
  ];
}
