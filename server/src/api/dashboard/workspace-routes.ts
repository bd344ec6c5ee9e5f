import type { AppDeps } from '../app.ts';
import type { Route } from '../route.ts';
import { alertViewRoutes } from './alerts.ts';
import { competitorViewRoutes } from './competitors.ts';
import { reportActionRoutes } from './reports.ts';

/** What only the dashboard asks of a workspace, under `/dashboard/api/{live|test}` beside the API's own routes. */
export function workspaceRoutes(deps: AppDeps): Route[] {
  return [...competitorViewRoutes(deps), ...alertViewRoutes(deps), ...reportActionRoutes(deps)];
}
