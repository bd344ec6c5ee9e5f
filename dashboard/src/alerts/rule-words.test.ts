import { expect, test } from 'vitest';
import type { RuleTest } from '../api/alerts.ts';
import { learnPlatformNames } from '../api/session.ts';
import { describeBacktest, describeTest, whyNever } from './rule-words.ts';

learnPlatformNames({ chatgpt: 'ChatGPT' });

const RULE: RuleTest = {
  keyword_id: null,
  tag: null,
  platform: null,
  condition: 'below',
  threshold: 40,
  competitor_id: null,
  only_significant: false,
};
const SUMMARY = { keywords_examined: 1, keywords_matching: 1, days: 90, since: '2026-01-01', until: '2026-03-31' };

test.each([
  [RULE, 'the overall score of any keyword falls below 40'],
  [{ ...RULE, tag: 'core', condition: 'above' }, 'the overall score of any keyword tagged “core” rises above 40'],
  [
    { ...RULE, keyword_id: 'kw_1', platform: 'chatgpt', condition: 'drops_by', threshold: 1, only_significant: true },
    'the score on ChatGPT of “crm” drops by 1 point or more within a week and the change is significant',
  ],
] as [RuleTest, string][])('an alert is described in words: %j', (rule, words) => {
  expect(describeTest(rule, 'crm')).toBe(words);
});

test.each([
  [0, 0, 'Would not have fired in the last 90 days.'],
  [1, 0, 'Would have fired 1 time in the last 90 days (significant).'],
  [1, 1, 'Would have fired 1 time in the last 90 days (within noise).'],
  [2, 2, 'Would have fired 2 times in the last 90 days (all within noise).'],
  [3, 1, 'Would have fired 3 times in the last 90 days (1 within noise).'],
])('a backtest with %i firings, %i within noise, is one sentence', (firings, within_noise, words) => {
  expect(describeBacktest({ ...SUMMARY, firings, within_noise })).toBe(words);
});

test('an alert that can never fire is rejected before it is sent', () => {
  expect(whyNever({ condition: 'below', threshold: 0 })).toContain('below 0');
  expect(whyNever({ condition: 'above', threshold: 100 })).toContain('above 100');
  expect(whyNever({ condition: 'rises_by', threshold: 0 })).toContain('at least 1');
  expect(whyNever({ condition: 'above', threshold: 0 })).toBeUndefined();
});
