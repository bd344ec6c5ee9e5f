import { z } from 'zod';
import { HOURLY_LIMIT } from '../../access/rate.ts';
import { addDays, dayOf } from '../../base/time.ts';
import { estimateCost } from '../../collect/prices.ts';
import type { MeasureDeps } from '../../measure/ask.ts';
import { questionsPerWeek } from '../../measure/plan.ts';
import { splitBudget } from '../../score/split-budget.ts';
import { platformScatter } from '../../store/counts/judged-groups.ts';
import type { Db } from '../../store/db.ts';
import { findBudget, usageByDay } from '../../store/questions/spend.ts';
import { OWN_BRAND } from '../../store/workspaces/readings.ts';
import { findWorkspace, loadWorkspace } from '../../store/workspaces/workspaces.ts';
import { type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { wholeNumber } from './paging.ts';
import { checkOrder } from './range.ts';
import * as schemas from './schemas.ts';

const DEFAULT_DAYS = 30;
const usd = z.number().min(0);

const usage = z
  .strictObject({
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
        truncated: z.int().describe('Cut off before they mentioned your brand. Not counted.'),
        refused: z.int(),
        failed: z.int(),
        cost_usd: usd,
      }),
    ),
    scatter: z
      .array(schemas.scatterOfPlatform)
      .describe('How much answers vary from week to week, as of the last closed window.'),
  })
  .meta({
    id: 'Usage',
    description: 'How many answers were collected, what they cost, and how complete they are.',
    example: {
      plan: 'pro',
      requests_per_hour: 1000,
      budget: { daily_cap_usd: 5, monthly_cap_usd: null, spent_today_usd: 1.24, spent_month_usd: 18.07 },
      days: [
        { date: '2026-11-14', platform: 'perplexity', valid: 71, truncated: 0, refused: 1, failed: 0, cost_usd: 0.41 },
      ],
      scatter: [
        { platform: 'perplexity', phi: 4.1, answers_per_prompt: 32, repeats: 11, days: 7, prompts_factor: 2.9 },
      ],
    },
  });

const estimate = z
  .strictObject({
    questions_per_week: z.int(),
    cost_usd_per_week: usd,
    platforms: z.record(z.string(), usd),
    unpriced: z.array(z.string()).describe('Platforms with an unknown price, not included in the total.'),
  })
  .meta({
    id: 'UsageEstimate',
    description: 'The estimated cost of one week.',
    example: {
      questions_per_week: 160,
      cost_usd_per_week: 0.92,
      platforms: { perplexity: 0.22, chatgpt: 0.7 },
      unpriced: [],
    },
  });

/** What is collected, how much of it counts, and what it costs. */
export function usageRoutes({ db, ask }: MeasureDeps): Route[] {
  return [
    route({
      operation: 'getUsage',
      summary: 'How many answers were collected, what they cost, and how complete they are',
      method: 'GET',
      path: '/usage',
      scope: 'read',
      query: z.object({
        since: schemas.day
          .optional()
          .describe('First day. Default: 30 days before the last day.')
          .meta({ example: '2026-10-01' }),
        until: schemas.day.optional().describe('Last day. Default: today.').meta({ example: '2026-10-31' }),
      }),
      responses: { 200: usage },
      async handle({ caller, query }) {
        checkOrder(query);
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
          days: (await usageByDay(db, caller.workspaceId, { since, until })).map(toWire),
          scatter: await scatterOf(db, caller.workspaceId),
        };
        return { body };
      },
    }),
    route({
      operation: 'estimateUsage',
      summary: 'Estimate the cost of one week',
      method: 'GET',
      path: '/usage/estimate',
      scope: 'read',
      query: z.object({
        keywords: wholeNumber(1, 100_000).default(1).describe('Number of keywords.'),
        prompts: wholeNumber(1, 20).default(5).describe('Prompts per keyword.'),
      }),
      responses: { 200: estimate },
      async handle({ caller, query }) {
        const workspace = await loadWorkspace(db, caller.workspaceId);
        const platforms = await ask.platforms(workspace);
        const perPlatform = questionsPerWeek(query.keywords * query.prompts);
        const prices = (await ask.prices?.(workspace)) ?? {};
        const cost = estimateCost(Object.fromEntries(platforms.map((platform) => [platform, perPlatform])), prices);
        const body = {
          questions_per_week: perPlatform * platforms.length,
          cost_usd_per_week: cost.usd,
          platforms: cost.byPlatform,
          unpriced: cost.unpriced,
        };
        return { body };
      },
    }),
  ];
}

/** The scatter of each platform, rounded for people, and the split of a budget that follows from it. */
export async function scatterOf(db: Db, workspaceId: string): Promise<z.output<typeof schemas.scatterOfPlatform>[]> {
  const rows = await platformScatter(db, workspaceId, [OWN_BRAND]);
  return rows.map(({ platform, phi, answersPerPrompt }) => {
    const split = splitBudget({ phi, answersPerPrompt });
    return {
      platform,
      phi: Math.round(100 * phi) / 100,
      answers_per_prompt: Math.round(10 * answersPerPrompt) / 10,
      repeats: split?.repeats ?? null,
      days: split?.days ?? null,
      prompts_factor: split ? Math.round(10 * split.promptsFactor) / 10 : null,
    };
  });
}
