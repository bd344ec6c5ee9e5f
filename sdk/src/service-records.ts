/** The definition of a metric. */
export interface Metric {
  id: string;
  version: number;
  formula: string;
  denominator: string;
  meaning: string;
}

/** What counts as a significant change. */
export interface Significance {
  /** A change of fewer points is never significant. */
  min_points: number;
  level: number;
}

/** Days to keep. Null: forever. */
export interface RetentionLimits {
  /** Raw replies of platforms. */
  raw_days: number | null;
  /** Answer texts and their sources. */
  text_days: number | null;
  /** Single mentions and citations. Sums of days always stay. */
  findings_days: number | null;
}

/** How long answers are kept: the limits of the workspace. */
export interface Retention extends RetentionLimits {
  installation: RetentionLimits;
  /** The shorter of both limits. */
  effective: RetentionLimits;
  /** Answers before these days no longer have them. */
  removed_before: { raw: string | null; texts: string | null; findings: string | null };
  /** About how many bytes are freed when what is too old is removed. */
  frees_bytes: number;
}

/** An AI platform, and whose API key is used for it. The key itself is never returned. */
export interface Platform {
  platform: string;
  key: 'workspace' | 'environment' | 'none';
}

/** How many answers were collected, what they cost, and how complete they are. */
export interface Usage {
  plan: 'free' | 'pro' | 'enterprise';
  requests_per_hour: number;
  budget: {
    daily_cap_usd: number | null;
    monthly_cap_usd: number | null;
    spent_today_usd: number;
    spent_month_usd: number;
  };
  days: {
    date: string;
    platform: string;
    valid: number;
    truncated: number;
    refused: number;
    failed: number;
    cost_usd: number;
  }[];
  /** How much answers vary from week to week: `phi` is 1 if they are independent. */
  scatter: {
    platform: string;
    phi: number;
    answers_per_prompt: number;
    /** At most so many answers to a prompt per week, on so many days; the same budget then covers more prompts. */
    repeats: number | null;
    days: number | null;
    prompts_factor: number | null;
  }[];
}

/** The estimated cost of one week. */
export interface UsageEstimate {
  questions_per_week: number;
  cost_usd_per_week: number;
  platforms: Record<string, number>;
  /** Platforms with an unknown price, not included in the total. */
  unpriced: string[];
}

/** The new time in the sandbox, and what was collected and sent. */
export interface SandboxProgress {
  now: string;
  questions_asked: number;
  events: number;
}

/** A day marked in charts. */
export interface Annotation {
  annotation_id: string;
  date: string;
  text: string;
  created_at: string;
}

/** A page of the dashboard with its filters. */
export interface SavedView {
  view_id: string;
  name: string;
  /** The path of the page. */
  page: string;
  /** The query string of its URL. */
  filters: string;
  created_at: string;
}
