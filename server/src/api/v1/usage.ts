import { z } from 'zod';
import { HOURLY_LIMIT } from '../../access/rate.ts';
import { addDays, dayOf } from '../../base/time.ts';
import { findBudget, usageByDay } from '../../store/spend.ts';
import { findWorkspace } from '../../store/workspaces.ts';
import type { AppDeps } from '../app.ts';
import { type Route, route } from '../route.ts';
import * as schemas from './schemas.ts';

const DEFAULT_DAYS = 30;
const usd = z.number().min(0);

const usage = z.strictObject({
  plan: z.enum(['free', 'pro', 'enterprise']),
  requests_per_hour: z.int(),
  budget: z.strictObject({
    daily_cap_usd: usd.nullable(),
    monthly_cap_usd: usd.nullable(),
    spent_today_usd: usd,
    spent_month_usd: usd,
  }),
  days: z.array(
    z.strictObject({
      date: schemas.day,
      platform: z.string(),
      valid: z.int(),
      refused: z.int(),
      failed: z.int(),
      cost_usd: usd,
    }),
  ),
});

/** What is asked and answered, how much of it counts, and what it costs. */
export function usageRoutes({ db }: AppDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/usage',
      scope: 'read',
      query: z.object({ since: schemas.day.optional(), until: schemas.day.optional() }),
      responses: { 200: usage },
      async handle({ caller, query }) {
        const workspace = await findWorkspace(db, caller.workspaceId);
        const today = dayOf(workspace?.now ?? new Date());
        const until = query.until ?? today;
        const since = query.since ?? addDays(until, 1 - DEFAULT_DAYS);
        const budget = await findBudget(db, caller.workspaceId, today);
        const body = {
          plan: caller.plan,
          requests_per_hour: HOURLY_LIMIT[caller.plan],
          budget: {
            daily_cap_usd: budget.dailyCapUsd ?? null,
            monthly_cap_usd: budget.monthlyCapUsd ?? null,
            spent_today_usd: budget.spentTodayUsd,
            spent_month_usd: budget.spentMonthUsd,
          },
          days: await usageByDay(db, caller.workspaceId, { since, until }),
        };
        return { body };
      },
    }),
  ];
}
