import type { AppDeps } from '../app.ts';
import type { Route } from '../route.ts';
import { brandRoutes } from './brand.ts';
import { estimateRoutes } from './estimate.ts';
import { keywordListRoutes } from './keyword-list.ts';
import { platformStateRoutes } from './platforms.ts';
import { startRoutes } from './start.ts';

/** What only the dashboard asks of a workspace, under `/dashboard/api/{live|test}` beside the API's own routes. */
export function workspaceRoutes(deps: AppDeps): Route[] {
  return [
    ...keywordListRoutes(deps),
    ...brandRoutes(deps),
    ...startRoutes(deps),
    ...estimateRoutes(deps),
    ...platformStateRoutes(deps),
  ];
}
