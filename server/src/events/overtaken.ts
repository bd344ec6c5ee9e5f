import { addDays } from '../base/time.ts';
import { platformName } from '../collect/platform-name.ts';
import { METRIC_VERSION } from '../score/metrics.ts';
import { windowStart } from '../score/window.ts';
import type { AlertRule } from '../store/alerts/alerts.ts';
import type { Crossing } from '../store/counts/standings.ts';
import { ruleThen } from './alerts.ts';
import type { NewEvent } from './derive.ts';

/** A rule that fires because a competitor overtook the brand. */
export interface Overtaken {
  rule: Pick<AlertRule, 'platform'>;
  keyword: { keyword: string };
  crossing: Crossing;
  competitor: string;
}

interface OvertakenFiring extends Overtaken {
  rule: AlertRule;
  keyword: { keywordId: string; keyword: string };
  /** The first day of the workspace. */
  firstDay: string;
}

/** `alert.triggered`: the threshold is the competitor's score, which the own score is now behind. */
export function overtakenEvent(firing: OvertakenFiring): NewEvent & { type: 'alert.triggered' } {
  const { rule, keyword, crossing, competitor, firstDay } = firing;
  const { before, after, window } = crossing;
  return {
    type: 'alert.triggered',
    data: {
      alert_id: rule.alertId,
      alert_name: rule.name,
      trigger_reason: overtakenReason(firing),
      keyword_id: keyword.keywordId,
      keyword: keyword.keyword,
      current_score: after.own.score,
      threshold: after.competitor.score,
    },
    fact: `alert.triggered ${rule.alertId} ${rule.revision} ${keyword.keywordId} ${crossing.competitorId} ${window}`,
    evidence: {
      rule: ruleThen(rule),
      value: after.own.score,
      value_before: before.own.score,
      interval: after.own.interval,
      sample_size: after.n,
      week_before: null,
      within_noise: false,
      first_day: windowStart(firstDay, after.first),
      last_day: addDays(windowStart(firstDay, window + 1), -1),
      reading: crossing.reading,
      metric_version: METRIC_VERSION,
      overtaken: { competitor_id: crossing.competitorId, competitor_name: competitor, before, after },
    },
  };
}

export function overtakenReason({ rule, keyword, crossing, competitor }: Overtaken): string {
  const { before, after } = crossing;
  const where = rule.platform === undefined ? '' : ` on ${platformName(rule.platform)}`;
  const [low, high] = after.leadInterval;
  const lead = `${-after.lead} points ahead, 95 % interval ${-high} to ${-low}, from ${after.n} answers`;
  const was = `you were ahead by ${before.lead} before`;
  return `${competitor} overtook you for "${keyword.keyword}"${where}: its score is ${after.competitor.score}, yours ${after.own.score} (${lead}; ${was})`;
}
