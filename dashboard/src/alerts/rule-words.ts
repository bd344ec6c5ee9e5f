import type { AlertBacktest } from '@visibility/sdk';
import type { RuleTest } from '../api/alerts.ts';
import { formatCount, formatNumber } from '../base/format.ts';
import { platformLook } from '../base/platforms.ts';

/** The condition of an alert, to follow "Fires when". */
export function describeTest(rule: RuleTest, keyword: string | undefined): string {
  if (rule.condition === 'overtaken') return describeOvertaken(rule, keyword);
  const score = rule.platform === null ? 'overall score' : `score on ${platformLook(rule.platform).name}`;
  const sure = rule.only_significant ? ' and the change is significant' : '';
  return `the ${score} of ${scopeOf(rule, keyword)} ${moveOf(rule)}${sure}`;
}

function describeOvertaken(rule: RuleTest, keyword: string | undefined): string {
  const where = rule.platform === null ? '' : ` on ${platformLook(rule.platform).name}`;
  const who = rule.competitor_id === null ? 'a competitor' : 'the chosen competitor';
  return `${who} overtakes you for ${scopeOf(rule, keyword)}${where}`;
}

function scopeOf({ keyword_id, tag }: RuleTest, keyword: string | undefined): string {
  if (keyword_id !== null) return `“${keyword ?? '…'}”`;
  return tag === null ? 'any keyword' : `any keyword tagged “${tag}”`;
}

function moveOf({ condition, threshold }: RuleTest): string {
  if (condition === 'below') return `falls below ${threshold}`;
  if (condition === 'above') return `rises above ${threshold}`;
  const points = `${threshold} ${threshold === 1 ? 'point' : 'points'} or more within a week`;
  return `${condition === 'drops_by' ? 'drops by' : 'rises by'} ${points}`;
}

/** `Would have fired 3 times in the last 90 days (1 within noise).` */
export function describeBacktest({ firings, within_noise, days }: AlertBacktest['summary']): string {
  if (firings === 0) return `Would not have fired in the last ${days} days.`;
  const times = `Would have fired ${formatCount(firings, 'time')} in the last ${days} days`;
  if (within_noise === 0) return `${times} (${firings === 1 ? '' : 'all '}significant).`;
  if (firings === within_noise) return `${times} (${firings === 1 ? '' : 'all '}within noise).`;
  return `${times} (${formatNumber(within_noise)} within noise).`;
}

/** Why an alert can never fire, or undefined if it can. The server checks the same. */
export function whyNever({ condition, threshold }: Pick<RuleTest, 'condition' | 'threshold'>): string | undefined {
  if (condition === 'below' && threshold <= 0) return 'Scores can’t be below 0. Enter a threshold of at least 1.';
  if (condition === 'above' && threshold >= 100) return 'Scores can’t be above 100. Enter a threshold of at most 99.';
  if ((condition === 'drops_by' || condition === 'rises_by') && threshold < 1) return 'Enter at least 1 point.';
  return undefined;
}
