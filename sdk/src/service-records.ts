/** How a number is defined. */
export interface Metric {
  id: string;
  version: number;
  formula: string;
  denominator: string;
  meaning: string;
}

/** An AI platform, and whose key it is asked with. The key itself is never shown. */
export interface Platform {
  platform: string;
  key: 'workspace' | 'environment' | 'none';
}

/** What was asked, what it cost, and how complete it is. */
export interface Usage {
  plan: 'free' | 'pro' | 'enterprise';
  requests_per_hour: number;
  budget: {
    daily_cap_usd: number | null;
    monthly_cap_usd: number | null;
    spent_today_usd: number;
    spent_month_usd: number;
  };
  days: { date: string; platform: string; valid: number; refused: number; failed: number; cost_usd: number }[];
}

/** What a week of asking would cost. */
export interface UsageEstimate {
  questions_per_week: number;
  cost_usd_per_week: number;
  platforms: Record<string, number>;
  /** Asked, but nobody knows their price: not part of the sum. */
  unpriced: string[];
}

/** How far time has passed in the sandbox, and what came of it. */
export interface SandboxProgress {
  now: string;
  questions_asked: number;
  events: number;
}
