import { z } from 'zod';
import { questionsPerWeek } from '../../measure/plan.ts';
import { countActivePrompts } from '../../store/questions/platform-health.ts';
import { type Route, route } from '../route.ts';
import { wholeNumber } from '../v1/paging.ts';
import { declared } from './contract/contract.ts';
import type { PlatformCheckDeps } from './platforms.ts';
import { checksOf } from './platforms.ts';

const PROMPTS_OF_A_PANEL = 5;

/** What the plan costs on each platform, with a key or without: before anything is asked. */
export function estimateRoutes(deps: PlatformCheckDeps): Route[] {
  const checks = checksOf(deps);
  return [
    route({
      operation: 'estimatePlan',
      summary: 'What a week of asking costs on each platform',
      ...declared('GET /:mode/estimate'),
      scope: 'read',
      query: z.object({
        keywords: wholeNumber(0, 100_000)
          .optional()
          .describe('New keywords with a panel of five; added to those that are asked already.'),
      }),
      async handle({ caller, query }) {
        const asked = await countActivePrompts(deps.db, caller.workspaceId);
        const prompts = asked + (query.keywords ?? 0) * PROMPTS_OF_A_PANEL;
        const questions = questionsPerWeek(prompts);
        const platforms = (await checks.states(caller.workspaceId)).map((one) => ({
          platform: one.platform,
          key: one.key,
          model: one.model,
          price_as_of: one.price?.asOf ?? null,
          questions_per_week: questions,
          usd_per_week: one.usdPerQuestion === undefined ? null : one.usdPerQuestion * questions,
        }));
        return { body: { prompts, platforms } };
      },
    }),
  ];
}
