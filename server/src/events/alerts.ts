import { platformName } from '../collect/platform-name.ts';
import { type AlertLook, isConfirmed } from '../score/alert.ts';
import { METRIC_VERSION } from '../score/metrics.ts';
import type { Scatter } from '../score/scatter.ts';
import type { AlertRule, ScoreRule } from '../store/alerts/alerts.ts';
import type { NewEvent } from './derive.ts';

/** A rule that fires for a keyword. */
export interface Firing {
  rule: ScoreRule;
  keyword: { keywordId: string; keyword: string; reading: number };
  look: AlertLook;
  /** What the intervals are based on, by platform. */
  scatter: ReadonlyMap<string, Scatter> | undefined;
  /** The score that was published before. */
  before: number | undefined;
}

/** `alert.triggered`: once per rule, keyword and day. */
export function alertEvent(firing: Firing): NewEvent & { type: 'alert.triggered' } {
  const { rule, keyword, look } = firing;
  return {
    type: 'alert.triggered',
    data: {
      alert_id: rule.alertId,
      alert_name: rule.name,
      trigger_reason: alertReason(firing),
      keyword_id: keyword.keywordId,
      keyword: keyword.keyword,
      current_score: look.current.score,
      threshold: rule.threshold,
    },
    fact: `alert.triggered ${rule.alertId} ${rule.revision} ${keyword.keywordId} ${look.day}`,
    evidence: evidenceOf(firing),
  };
}

function evidenceOf({ rule, keyword, look, scatter, before }: Firing) {
  const { current, earlier } = look;
  return {
    rule: ruleThen(rule),
    value: current.score,
    value_before: before ?? null,
    interval: current.interval,
    sample_size: current.n,
    week_before: earlier ? { value: earlier.score, interval: earlier.interval, sample_size: earlier.n } : null,
    within_noise: !isConfirmed(rule, look),
    /** The score is over the seven days that end here. */
    last_day: look.day,
    reading: keyword.reading,
    scatter: Object.fromEntries(scatter ?? []),
    metric_version: METRIC_VERSION,
  };
}

/** As it was: a rule can be changed later. */
export function ruleThen(rule: AlertRule) {
  return {
    name: rule.name,
    keyword_id: rule.keywordId ?? null,
    tag: rule.tag ?? null,
    platform: rule.platform ?? null,
    condition: rule.condition,
    threshold: rule.threshold,
    only_significant: rule.onlySignificant,
  };
}

export interface ReasonInput {
  rule: Pick<ScoreRule, 'condition' | 'threshold' | 'platform'>;
  keyword: { keyword: string };
  look: AlertLook;
  before: number | undefined;
}

/** Why the rule fired, in a sentence that can be understood without knowing the rule. */
export function alertReason({ rule, keyword, look, before }: ReasonInput): string {
  const { current, earlier } = look;
  const where = rule.platform === undefined ? '' : ` on ${platformName(rule.platform)}`;
  const subject = `Visibility of "${keyword.keyword}"${where}`;
  const [low, high] = current.interval;
  const sample = `95 % interval ${low}–${high} from ${current.n} ${current.n === 1 ? 'answer' : 'answers'}`;
  if (rule.condition === 'below' || rule.condition === 'above') {
    const was = before === undefined ? '' : `was ${before}; `;
    const moved = `${verbOf(before, current.score)} ${current.score}`;
    return `${subject} ${moved}, ${rule.condition} your threshold of ${rule.threshold} (${was}${sample})`;
  }
  const points = Math.abs(current.score - (earlier?.score ?? current.score));
  const moved = `${rule.condition === 'drops_by' ? 'dropped' : 'rose'} by ${points} ${points === 1 ? 'point' : 'points'}`;
  const from = `${earlier?.score ?? current.score} in the seven days before; ${sample}`;
  return `${subject} ${moved} to ${current.score}, your threshold is ${rule.threshold} (${from})`;
}

function verbOf(before: number | undefined, now: number): string {
  if (before === undefined || before === now) return 'is at';
  return now < before ? 'fell to' : 'rose to';
}
