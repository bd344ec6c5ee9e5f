import type { AppDeps } from '../app.ts';
import type { Route } from '../route.ts';
import { overviewRoutes } from './overview.ts';

/** What only the dashboard asks of a workspace, under `/dashboard/api/{live|test}` beside the API's own routes. */
export function workspaceRoutes(deps: AppDeps): Route[] {
  return [...overviewRoutes(deps)];
}
