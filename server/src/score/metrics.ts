import { SENTIMENT_ACCURACY } from '../base/score-text.ts';

/** Increased when a formula changes, so that numbers from different formulas are not compared by mistake. */
export const METRIC_VERSION = 1;

export interface Metric {
  id: string;
  version: number;
  formula: string;
  denominator: string;
  meaning: string;
}

/** Every visibility number that this service publishes, as returned by `GET /api/v1/metrics`. */
export const METRICS: readonly Metric[] = [
  {
    id: 'platform_score',
    formula:
      'R(p), p = mean over prompts of k/n; R = 0 if k is 0, 100 if k = n, else 100·p rounded half up within 1 to 99',
    denominator:
      'valid answers of one platform to the keyword’s prompts in the last 7 days; all prompts are weighted equally',
    meaning: 'How many of 100 answers of this platform mention the brand.',
  },
  {
    id: 'visibility_score',
    formula: 'R(P), P = mean of p over platforms with data',
    denominator: 'platforms with at least one valid answer in the last 7 days',
    meaning: 'The average of the platform scores, before rounding.',
  },
  {
    id: 'interval',
    formula:
      'Wilson on (p, e/max(1, φ)) with the 95 % point of Student’s t instead of 1.96; e = effective answers, φ = measured scatter; ' +
      'overall on (P, n_eff), n_eff = P(1−P) / (Σ p(1−p)/n / m²) for m platforms, n = e/φ·(1.96/t)²',
    denominator:
      'the same valid answers as the score; a prompt missing this week counts with its share of the week before',
    meaning: 'The range that likely contains the true score. More answers make it narrower.',
  },
  {
    id: 'mentions',
    formula: 'number of valid answers that mention the brand in their visible text',
    denominator: 'none, a count over the last 7 days',
    meaning: 'How many answers mention the brand. Each answer counts once, even if it repeats the name.',
  },
  {
    id: 'citations',
    formula: 'number of distinct pairs of an answer and an own page (by canonical URL) that it cites',
    denominator: 'none, a count over the last 7 days',
    meaning: 'How often an answer cites one of the brand’s own pages.',
  },
  {
    id: 'trend',
    formula:
      '(new − old) / old · 100 from displayed scores, half away from zero; old = 0 < new: 100; no old: 0; within ±999',
    denominator: 'the displayed score of the 7 days before',
    meaning: 'The change of the score from the previous week. It is not a significance test, so it includes noise.',
  },
  {
    id: 'visibility_change',
    formula:
      'n₁, n₂ ≥ 20 and |R(k₂/n₂) − R(k₁/n₁)| ≥ 10 and p < 0.007; p = the larger of the normal probability of z and the Student’s t ' +
      'probability of z/√φ, z = distance on the arcsine scale; a second look at three windows together has p < 0.002',
    denominator:
      'the closed 7-day window against up to 12 windows since the last event (4 where these predict better), prompts present on both sides',
    meaning: 'Whether a change is significant. Only significant changes publish an event.',
  },
  {
    id: 'competitor_score',
    formula: 'R(P), P = mean over platforms with data of k/n over all keywords; for one keyword as visibility_score',
    denominator:
      'valid answers of the last 7 days, or of the requested days, that were analyzed with the competitor in the subject; all answers are weighted equally',
    meaning: 'How many of 100 answers to all your keywords mention this competitor.',
  },
  {
    id: 'share_of_voice',
    formula:
      'votes of the brand / votes of all tracked brands · 100, largest remainder to 100; interval by bootstrap over answers',
    denominator: 'votes: one per valid answer and tracked brand it mentions; null if no brand is mentioned',
    meaning: 'The brand’s share of all mentions of tracked brands.',
  },
  {
    id: 'standing',
    formula:
      'ahead or behind if p < 0.007: McNemar’s test with continuity correction on answers that mention only one of the two, prompts ' +
      'and platforms weighted equally, variance times max(1, φ), Student’s t; Holm over the competitors of a keyword and platform',
    denominator:
      'the same valid answers for both: the closed week, or up to 4 closed weeks since the last crossing; at least 20',
    meaning: 'Whether the brand or a competitor is ahead. A crossing is the closed week in which this changed sides.',
  },
  {
    id: 'sentiment_share',
    formula:
      'mentions with the label / mentions · 100, largest remainder to 100; interval Wilson 95 % of the labels, answers taken as independent',
    denominator: 'answers of the period that mention the brand',
    meaning: `Percent of mentions labeled positive, neutral or negative. In public test sets, ${SENTIMENT_ACCURACY}`,
  },
  {
    id: 'query_share',
    formula: 'R(k/n), k = valid answers that ran the query, each counted once; interval Wilson 95 % on (k/n, n)',
    denominator: 'n: the keyword’s valid answers in the range that report their queries, or that they ran none',
    meaning: 'How many of 100 answers to this keyword search the web for this query.',
  },
  {
    id: 'gap_effect',
    formula:
      'R(s·d), s = share of answers with the source and a competitor, d = absence with the source − absence without it, Mantel–Haenszel ' +
      'over prompts; interval s·(d ± t·√(φ·Σwv)/Σw), w = n₁n₀/(n₁+n₀); listed if Holm’s p < 0.05 over all sources of the keyword and platform',
    denominator:
      'n₁, n₀ ≥ 8: valid answers with a competitor, with and without the source; absence: neither mention nor citation of the brand',
    meaning: 'How many more of 100 answers would mention you if those with this source did so as often as the others.',
  },
].map((metric) => ({ ...metric, version: METRIC_VERSION }));
