import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import type { SecretsBox } from '../../base/secrets-box.ts';
import { dayOf, isoSeconds } from '../../base/time.ts';
import { isOldPrice } from '../../collect/prices.ts';
import { createTransport } from '../../collect/transport.ts';
import type { MeasureDeps } from '../../measure/ask.ts';
import { tightestCap } from '../../measure/budget.ts';
import { planToday } from '../../measure/plan-today.ts';
import { createPlatformChecks, type PlatformChecks } from '../../measure/platform-checks.ts';
import { platformSignals } from '../../measure/reply-signals.ts';
import type { Db } from '../../store/db.ts';
import {
  countActivePrompts,
  type PlatformHealth,
  plannedOn,
  platformHealth,
  spendByPlatform,
} from '../../store/questions/platform-health.ts';
import { findBudget, setCaps, setIntervalPoints } from '../../store/questions/spend.ts';
import { loadWorkspace, type Workspace } from '../../store/workspaces/workspaces.ts';
import { type Route, route } from '../route.ts';
import { isPlatform } from '../v1/platforms.ts';
import { declared } from './contract/contract.ts';
import type { budgetState, keyCheck, platformState } from './contract/platforms.ts';

/** The platforms with their recent results, the key check, and the budget. */
export function platformStateRoutes(deps: MeasureDeps & PlatformCheckDeps): Route[] {
  const checks = checksOf(deps);
  return [
    route({
      ...declared('GET /:mode/platform-states'),
      scope: 'read',
      async handle({ caller }) {
        const workspace = await loadWorkspace(deps.db, caller.workspaceId);
        return { body: { platforms: await statesOf(deps, checks, workspace) } };
      },
    }),
    route({
      ...declared('POST /:mode/platforms/:platform/check'),
      scope: 'write',
      async handle({ caller: { workspaceId }, params: { platform } }) {
        return { body: await answerCheck(deps, checks.check, { workspaceId, platform }) };
      },
    }),
    route({
      ...declared('POST /:mode/platforms/:platform/verify'),
      scope: 'write',
      async handle({ caller: { workspaceId }, params: { platform } }) {
        return { body: await answerCheck(deps, checks.verify, { workspaceId, platform }) };
      },
    }),
    route({
      ...declared('POST /:mode/plan-today'),
      scope: 'write',
      async handle({ caller: { workspaceId } }) {
        const day = await planToday(deps, workspaceId);
        const planned = await plannedOn(deps.db, workspaceId, day);
        return { body: { planned_today: planned.reduce((sum, one) => sum + one.planned, 0) } };
      },
    }),
    ...budgetRoutes(deps),
  ];
}

async function answerCheck(
  deps: PlatformCheckDeps,
  check: PlatformChecks['check'],
  { workspaceId, platform = '' }: { workspaceId: string; platform: string | undefined },
) {
  if (!(await isPlatform(deps, workspaceId, platform))) throw new ApiError(404, 'Platform not found');
  const found = await check(workspaceId, platform);
  if (found === undefined) throw new ApiError(409, 'This platform has no API key yet');
  const [result, reason] = found.key.split(': ') as [z.output<typeof keyCheck>['result'], string | undefined];
  const { state, endsOn } = found.model;
  return { result, reason: reason ?? null, model_state: state, model_ends_on: endsOn ?? null };
}

export interface PlatformCheckDeps {
  db: Db;
  secrets: SecretsBox;
  /** Platforms with a key in the server's environment. */
  environmentPlatforms: string[];
  /** Without it, platforms have their default models, and environment keys cannot be checked. */
  platformChecks?: PlatformChecks;
}

/** Without settings, the server knows only which platforms have a key, and their default models. */
export function checksOf(deps: PlatformCheckDeps): PlatformChecks {
  if (deps.platformChecks) return deps.platformChecks;
  const settings = Object.fromEntries(deps.environmentPlatforms.map((id) => [id, { apiKey: '' }]));
  return createPlatformChecks({ db: deps.db, secrets: deps.secrets, transport: createTransport(), settings });
}

async function statesOf({ db }: { db: Db }, checks: PlatformChecks, workspace: Workspace) {
  const { workspaceId, now } = workspace;
  const today = dayOf(now);
  const [states, signals, health, planned, spent, prompts, budget] = await Promise.all([
    checks.states(workspaceId),
    platformSignals(db, { now, workspaceId }),
    platformHealth(db, workspaceId, now),
    plannedOn(db, workspaceId, today),
    spendByPlatform(db, workspaceId, today),
    countActivePrompts(db, workspaceId),
    findBudget(db, workspaceId, today),
  ]);
  const leftUsd = tightestCap(budget)?.leftUsd ?? Number.POSITIVE_INFINITY;
  return states.map(({ platform, key, model, modelEndsOn, price, usdPerQuestion, instance }) => {
    const mine = <One extends { platform: string }>(all: One[]) => all.find((one) => one.platform === platform);
    const lately = mine(health);
    const { planned: due = 0, asked = 0 } = mine(planned) ?? {};
    const facts = {
      ...lately,
      reading: workspace.reading,
      prompts,
      // A model without a price is not asked under a cap.
      isPaid: leftUsd >= (usdPerQuestion ?? Number.POSITIVE_INFINITY),
      waiting: due - asked,
    };
    return {
      platform,
      key,
      model,
      instance: instance ? { base_url: instance.baseUrl, request_body: instance.requestBody } : null,
      usd_per_question: usdPerQuestion ?? null,
      price_as_of: price?.asOf ?? null,
      planned_today: due,
      asked_today: asked,
      last_answer_at: lately?.lastAnswerAt ? isoSeconds(lately.lastAnswerAt) : null,
      failing_since: lately?.failingSince ? isoSeconds(lately.failingSince) : null,
      failure: lately?.failure ?? null,
      no_answers_because: key === 'none' ? null : whyNoAnswers(facts),
      model_ends_on: modelEndsOn ?? null,
      is_price_old: price !== undefined && isOldPrice(price, today),
      reply_signals: signals.filter((one) => one.platform === platform).map(({ message }) => message),
      spent_today_usd: mine(spent)?.today ?? 0,
      spent_month_usd: mine(spent)?.month ?? 0,
    };
  });
}

interface AnswerFacts extends Partial<Pick<PlatformHealth, 'lastAnswerAt' | 'failingSince'>> {
  reading: number;
  /** Active prompts. */
  prompts: number;
  /** Whether the caps leave enough for a prompt. */
  isPaid: boolean;
  /** Today's prompts that were not sent yet. */
  waiting: number;
}

/** The first thing to fix. */
function whyNoAnswers(facts: AnswerFacts): z.output<typeof platformState>['no_answers_because'] {
  if (facts.lastAnswerAt) return null;
  if (facts.reading === 0) return 'no_brand';
  if (facts.prompts === 0) return 'no_keywords';
  if (facts.failingSince) return 'failing';
  if (!facts.isPaid) return 'budget';
  return facts.waiting > 0 ? 'queued' : 'next_round';
}

const cap = z.number().min(0).max(1_000_000).nullable();

/** The spending limits and the target precision, which decide how often prompts are asked. */
function budgetRoutes(deps: { db: Db }): Route[] {
  return [
    route({
      ...declared('GET /:mode/budget'),
      scope: 'read',
      async handle({ caller }) {
        return { body: await budgetOf(deps, caller.workspaceId) };
      },
    }),
    route({
      ...declared('PATCH /:mode/budget'),
      scope: 'write',
      body: z.strictObject({
        daily_cap_usd: cap.optional(),
        monthly_cap_usd: cap.optional(),
        interval_points: z.int().min(5).max(60).nullable().optional(),
      }),
      async handle({ caller: { workspaceId }, body }) {
        const { daily_cap_usd: daily, monthly_cap_usd: monthly, interval_points: points } = body;
        const old = await budgetOf(deps, workspaceId);
        await setCaps(deps.db, workspaceId, {
          dailyCapUsd: (daily === undefined ? old.daily_cap_usd : daily) ?? undefined,
          monthlyCapUsd: (monthly === undefined ? old.monthly_cap_usd : monthly) ?? undefined,
        });
        if (points !== undefined) await setIntervalPoints(deps.db, workspaceId, points ?? undefined);
        return { body: await budgetOf(deps, workspaceId) };
      },
    }),
  ];
}

async function budgetOf(deps: { db: Db }, workspaceId: string): Promise<z.output<typeof budgetState>> {
  const { now, intervalPoints } = await loadWorkspace(deps.db, workspaceId);
  const budget = await findBudget(deps.db, workspaceId, dayOf(now));
  return {
    daily_cap_usd: budget.dailyCapUsd ?? null,
    monthly_cap_usd: budget.monthlyCapUsd ?? null,
    spent_today_usd: budget.spentTodayUsd,
    spent_month_usd: budget.spentMonthUsd,
    interval_points: intervalPoints ?? null,
  };
}
