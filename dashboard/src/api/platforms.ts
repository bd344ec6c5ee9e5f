import { queryOptions } from '@tanstack/react-query';
import type { Mode } from '../base/mode.ts';
import { request, toQuery } from './request.ts';

type KeyOrigin = 'workspace' | 'environment' | 'none';

export interface PlatformState {
  platform: string;
  /** Whose key it is asked with. The key itself is never shown. */
  key: KeyOrigin;
  model: string;
  usd_per_question: number | null;
  price_as_of: string | null;
  planned_today: number;
  asked_today: number;
  last_answer_at: string | null;
  failing_since: string | null;
  failure: string | null;
  spent_today_usd: number;
  spent_month_usd: number;
}

export function platformStatesQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'platform-states'],
    queryFn: async ({ signal }) => {
      const { platforms } = await request<{ platforms: PlatformState[] }>(`/${mode}/platform-states`, { signal });
      return platforms;
    },
  });
}

/** Stores the workspace's own key; keywords that are being asked are asked there from today on. */
export async function setPlatformKey(mode: Mode, platform: string, apiKey: string): Promise<void> {
  await request(`/${mode}/platforms/${platform}`, { method: 'PATCH', body: { api_key: apiKey } });
  await request(`/${mode}/plan-today`, { method: 'POST' });
}

export function removePlatformKey(mode: Mode, platform: string): Promise<unknown> {
  return request(`/${mode}/platforms/${platform}`, { method: 'PATCH', body: { api_key: null } });
}

export interface KeyCheck {
  result: 'works' | 'refused' | 'answered' | 'unreachable';
  /** The status, when it answered; what went wrong, when it could not be reached. */
  reason: string | null;
}

export function checkPlatformKey(mode: Mode, platform: string): Promise<KeyCheck> {
  return request(`/${mode}/platforms/${platform}/check`, { method: 'POST' });
}

export interface Budget {
  daily_cap_usd: number | null;
  monthly_cap_usd: number | null;
  spent_today_usd: number;
  spent_month_usd: number;
  /** How wide an interval may be, in points; null: asked eight times a week, come what may. */
  interval_points: number | null;
}

export function budgetQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'budget'],
    queryFn: ({ signal }) => request<Budget>(`/${mode}/budget`, { signal }),
  });
}

export type BudgetChange = Partial<Pick<Budget, 'daily_cap_usd' | 'monthly_cap_usd' | 'interval_points'>>;

export function changeBudget(mode: Mode, body: BudgetChange): Promise<Budget> {
  return request(`/${mode}/budget`, { method: 'PATCH', body });
}

interface Estimate {
  prompts: number;
  platforms: {
    platform: string;
    key: KeyOrigin;
    model: string;
    price_as_of: string | null;
    questions_per_week: number;
    /** Null: nobody knows the price. */
    usd_per_week: number | null;
  }[];
}

/** What the plan costs with so many more keywords. */
export function estimateQuery(mode: Mode, keywords: number) {
  return queryOptions({
    queryKey: [mode, 'estimate', keywords],
    queryFn: ({ signal }) => request<Estimate>(`/${mode}/estimate?${toQuery({ keywords })}`, { signal }),
  });
}
