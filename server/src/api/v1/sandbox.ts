import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { isoSeconds } from '../../base/time.ts';
import type { MeasureDeps } from '../../measure/ask.ts';
import { advance } from '../../sandbox/advance.ts';
import { type Route, route } from '../route.ts';
import * as schemas from './schemas.ts';

const MOST_DAYS = 35;
const NOT_A_TEST_KEY = 'Only the sandbox can be advanced. Use a test key (svc_test_…).';

const step = z
  .strictObject({
    seconds: z
      .int()
      .min(1)
      .max(MOST_DAYS * 86_400),
  })
  .meta({ id: 'SandboxStep', example: { seconds: 86_400 } });
export const progress = z.strictObject({ now: schemas.timestamp, questions_asked: z.int(), events: z.int() }).meta({
  id: 'SandboxProgress',
  description: 'The new time in the sandbox, and what was collected and sent.',
  example: { now: '2026-11-16T09:30:00Z', questions_asked: 240, events: 3 },
});

export function sandboxRoutes(deps: MeasureDeps): Route[] {
  return [
    route({
      operation: 'advanceSandbox',
      summary: 'Advance the clock of the test workspace',
      method: 'POST',
      path: '/sandbox/advance',
      scope: 'write',
      body: step,
      responses: { 200: progress },
      errors: { 403: NOT_A_TEST_KEY },
      async handle({ caller, body }) {
        if (caller.mode !== 'test') {
          throw new ApiError(403, NOT_A_TEST_KEY);
        }
        const { now, questions, events } = await advance(deps, caller.workspaceId, body.seconds);
        return { body: { now: isoSeconds(now), questions_asked: questions, events } };
      },
    }),
  ];
}
