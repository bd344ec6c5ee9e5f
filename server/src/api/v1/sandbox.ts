import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { isoSeconds } from '../../base/time.ts';
import { advance } from '../../sandbox/advance.ts';
import type { AppDeps } from '../app.ts';
import { type Route, route } from '../route.ts';
import * as schemas from './schemas.ts';

const MOST_DAYS = 35;

export function sandboxRoutes(deps: AppDeps): Route[] {
  return [
    route({
      operation: 'advanceSandbox',
      summary: 'Let time pass in the test workspace',
      method: 'POST',
      path: '/sandbox/advance',
      scope: 'write',
      body: z.strictObject({
        seconds: z
          .int()
          .min(1)
          .max(MOST_DAYS * 86_400),
      }),
      responses: { 200: z.strictObject({ now: schemas.timestamp, questions_asked: z.int(), events: z.int() }) },
      async handle({ caller, body }) {
        if (caller.mode !== 'test') {
          throw new ApiError(403, 'Time can only be advanced with a test key (svc_test_…), in the sandbox');
        }
        const { now, questions, events } = await advance(deps, caller.workspaceId, body.seconds);
        return { body: { now: isoSeconds(now), questions_asked: questions, events } };
      },
    }),
  ];
}
