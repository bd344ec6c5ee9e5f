import { HOURLY_LIMIT } from '../../access/rate.ts';
import { dayOf, isoSeconds } from '../../base/time.ts';
import type { Db } from '../../store/db.ts';
import { findBudget, type UsageDay, usageByDay } from '../../store/questions/spend.ts';
import { countUsage } from '../../store/workspaces/usage-summary.ts';
import { workspaceTime } from '../../store/workspaces/workspaces.ts';
import { type Route, route } from '../route.ts';
import { MOST_WEBHOOKS } from '../v1/webhooks.ts';
import { toWire } from '../wire.ts';
import { declared } from './contract/contract.ts';

export interface UsageDeps {
  db: Db;
  /** Retention of events, deliveries and attempts, in days. */
  keepDays?: number;
}

/** Settings → Plan & usage. */
export function usageSummaryRoutes({ db, keepDays }: UsageDeps): Route[] {
  return [
    route({
      ...declared('GET /:mode/usage-summary'),
      scope: 'read',
      async handle({ caller: { workspaceId, plan } }) {
        const now = await workspaceTime(db, workspaceId);
        const today = dayOf(now);
        const month = { since: `${today.slice(0, 8)}01`, until: today };
        const counts = await countUsage(db, { workspaceId, now });
        const budget = await findBudget(db, workspaceId, today);
        const body = {
          plan,
          requests: {
            used: counts.requests,
            limit: HOURLY_LIMIT[plan],
            resets_at: counts.resetsAt ? isoSeconds(counts.resetsAt) : null,
          },
          month: { ...month, platforms: byPlatform(await usageByDay(db, workspaceId, month)) },
          budget: {
            daily_cap_usd: budget.dailyCapUsd ?? null,
            monthly_cap_usd: budget.monthlyCapUsd ?? null,
            spent_today_usd: budget.spentTodayUsd,
            spent_month_usd: budget.spentMonthUsd,
          },
          questions_waiting: counts.questionsWaiting,
          keywords: { active: counts.keywordsActive, paused: counts.keywordsPaused },
          webhooks: { used: counts.webhooks, limit: MOST_WEBHOOKS },
          active_keys: counts.activeKeys,
          event_days: keepDays ?? null,
        };
        return { body };
      },
    }),
  ];
}

function byPlatform(days: UsageDay[]) {
  const sums = new Map<string, Omit<UsageDay, 'date'>>();
  for (const { platform, valid, truncated, refused, failed, costUsd } of days) {
    const sum = sums.get(platform) ?? { platform, valid: 0, truncated: 0, refused: 0, failed: 0, costUsd: 0 };
    sum.valid += valid;
    sum.truncated += truncated;
    sum.refused += refused;
    sum.failed += failed;
    sum.costUsd += costUsd;
    sums.set(platform, sum);
  }
  return [...sums.values()].sort((a, b) => (a.platform < b.platform ? -1 : 1)).map(toWire);
}
