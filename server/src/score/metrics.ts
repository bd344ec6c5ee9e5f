/** Raised when a formula changes, so that numbers made by different rules are never compared unawares. */
export const METRIC_VERSION = 1;

export interface Metric {
  id: string;
  version: number;
  formula: string;
  denominator: string;
  meaning: string;
}

/** Every number this service publishes about visibility, as `GET /api/v1/metrics` tells it. */
export const METRICS: readonly Metric[] = [
  {
    id: 'platform_score',
    formula:
      'R(p), p = mean over prompts of k/n; R = 0 if k is 0, 100 if k = n, else 100·p rounded half up within 1 to 99',
    denominator:
      'valid answers of one platform to the keyword’s prompts in the last 7 days; each prompt weighs the same',
    meaning: 'Out of 100 answers of this platform, how many name the brand.',
  },
  {
    id: 'visibility_score',
    formula: 'R(P), P = mean of p over platforms with data',
    denominator: 'platforms with at least one valid answer in the last 7 days',
    meaning: 'The average of the platform scores, taken before they are rounded.',
  },
  {
    id: 'interval',
    formula:
      'Wilson 95 % on (p, n); overall on (P, n_eff), n_eff = P(1−P) / (Σ p(1−p)/n / m²) for m platforms, or Σ n when that sum is 0',
    denominator: 'the same valid answers as the score',
    meaning: 'Where the true score likely lies: few answers make it wide, many make it narrow.',
  },
  {
    id: 'mentions',
    formula: 'number of valid answers that name the brand in their visible prose',
    denominator: 'none, a count over the last 7 days',
    meaning: 'How many answers named the brand. An answer counts once, however often it repeats the name.',
  },
  {
    id: 'citations',
    formula: 'number of distinct (answer, canonical address of an own page) that are cited',
    denominator: 'none, a count over the last 7 days',
    meaning: 'How often an answer pointed its reader to one of the brand’s own pages.',
  },
  {
    id: 'trend',
    formula:
      '(new − old) / old · 100 from displayed scores, half away from zero; old = 0 < new: 100; no old: 0; within ±999',
    denominator: 'the displayed score of the 7 days before',
    meaning: 'How the score moved against the week before. It is arithmetic, not a test: it also shows chance.',
  },
  {
    id: 'visibility_change',
    formula:
      'n₁, n₂ ≥ 20 and |R(k₂/n₂) − R(k₁/n₁)| ≥ 10 and p < 0.01; p from z = (k₂/n₂ − k₁/n₁) / √(φ·p̄(1−p̄)(1/n₁+1/n₂)), ' +
      'or Fisher’s mid-p on counts divided by φ when fewer than 5 answers are expected in a cell; φ = max(1, (6+X)/(4+d))',
    denominator: 'the closed 7-day window against up to 4 windows since the last event, prompts present on both sides',
    meaning: 'Whether a change is too large to be put down to chance. Only then is there an event.',
  },
  {
    id: 'competitor_score',
    formula: 'R(P), P = mean over platforms with data of k/n over all keywords; for one keyword as visibility_score',
    denominator:
      'valid answers of the last 7 days, or of the days asked for, that were read with the competitor among the names; each answer weighs the same',
    meaning: 'Out of 100 answers to all your keywords, how many name this competitor.',
  },
  {
    id: 'share_of_voice',
    formula:
      'votes of the brand / votes of all tracked brands · 100, largest remainder to 100; interval by bootstrap over answers',
    denominator: 'votes: one per valid answer and tracked brand named in it; null when nobody is named',
    meaning: 'Of all times a tracked brand was named, which part is this brand’s.',
  },
].map((metric) => ({ ...metric, version: METRIC_VERSION }));
