import type { AppDeps } from '../app.ts';
import type { Route } from '../route.ts';
import { keywordRoutes } from './keywords.ts';
import { sandboxRoutes } from './sandbox.ts';
import { visibilityRoutes } from './visibility.ts';
import { webhookRoutes } from './webhooks.ts';

export function v1Routes(deps: AppDeps): Route[] {
  return [...keywordRoutes(deps), ...visibilityRoutes(deps), ...webhookRoutes(deps), ...sandboxRoutes(deps)];
}
