import { z } from 'zod';
import { questionsPerWeek } from '../../measure/plan.ts';
import { countActivePrompts } from '../../store/questions/platform-health.ts';
import { type Route, route } from '../route.ts';
import { wholeNumber } from '../v1/paging.ts';
import { declared } from './contract/contract.ts';
import type { PlatformCheckDeps } from './platforms.ts';
import { checksOf } from './platforms.ts';

const PROMPTS_OF_A_PANEL = 5;

/** The estimated cost on each platform, with or without a key, before anything is spent. */
export function estimateRoutes(deps: PlatformCheckDeps): Route[] {
  const checks = checksOf(deps);
  return [
    route({
      ...declared('GET /:mode/estimate'),
      scope: 'read',
      query: z.object({
        keywords: wholeNumber(0, 100_000)
          .optional()
          .describe('Number of new keywords with a panel of five prompts, in addition to the active ones.'),
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
