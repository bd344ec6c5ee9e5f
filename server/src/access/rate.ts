import type { Plan } from '../store/accounts/accounts.ts';
import type { RateCount } from '../store/accounts/api-keys.ts';

/** Requests per hour and workspace. */
export const HOURLY_LIMIT: Record<Plan, number> = { free: 100, pro: 1_000, enterprise: 10_000 };
const HOUR_SECONDS = 3_600;

/** The rate limit headers of every authenticated response. */
export function rateHeaders(plan: Plan, { used, resetsAt }: RateCount): Record<string, string> {
  const limit = HOURLY_LIMIT[plan];
  const remaining = Math.max(0, limit - used);
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(resetsAt.getTime() / 1000)),
    'ratelimit-policy': `"hourly";q=${limit};w=${HOUR_SECONDS}`,
    ratelimit: `"hourly";r=${remaining};t=${secondsUntil(resetsAt)}`,
  };
}

export function isOverLimit(plan: Plan, { used }: RateCount): boolean {
  return used > HOURLY_LIMIT[plan];
}

export function secondsUntil(time: Date): number {
  return Math.max(1, Math.ceil((time.getTime() - Date.now()) / 1000));
}
