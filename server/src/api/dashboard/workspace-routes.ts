import type { AppDeps } from '../app.ts';
import type { Route } from '../route.ts';
import { dashboardAnswerRoutes } from './answers.ts';
import { dashboardCitationRoutes } from './citations.ts';
import { keywordScoreRoutes } from './keyword-scores.ts';
import { mentionSentenceRoutes } from './mention-sentences.ts';

/** What only the dashboard asks of a workspace, under `/dashboard/api/{live|test}` beside the API's own routes. */
export function workspaceRoutes(deps: AppDeps): Route[] {
  return [
    ...dashboardAnswerRoutes(deps),
    ...dashboardCitationRoutes(deps),
    ...keywordScoreRoutes(deps),
    ...mentionSentenceRoutes(deps),
  ];
}
