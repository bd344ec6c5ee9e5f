import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Mode } from '../base/mode.ts';
import { request } from './request.ts';

export interface UsageSummary {
  plan: 'free' | 'pro' | 'enterprise';
  /** Of the window of an hour that is open; `resets_at` is null when none is. */
  requests: { used: number; limit: number; resets_at: string | null };
  /** In the workspace's own time. */
  month: { since: string; until: string; platforms: PlatformUsage[] };
  budget: {
    daily_cap_usd: number | null;
    monthly_cap_usd: number | null;
    spent_today_usd: number;
    spent_month_usd: number;
  };
  questions_waiting: number;
  keywords: { active: number; paused: number };
  webhooks: { used: number; limit: number };
  active_keys: number;
  event_days: number | null;
}

export interface PlatformUsage {
  platform: string;
  valid: number;
  refused: number;
  failed: number;
  cost_usd: number;
}

export const usageSummaryQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'usage-summary'],
    queryFn: ({ signal }) => request<UsageSummary>(`/${mode}/usage-summary`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
