import type { EventData, EventType } from '@visibility/sdk';

const keyword = { keyword_id: 'kw_00000000000000000000000000', keyword: 'project management software' };

/** What an event of each type carries, for tests: made up, and of the same shape as the real one. */
const SAMPLES: EventData = {
  'visibility.changed': {
    ...keyword,
    ...{ previous_score: 52, new_score: 65, change: '+13', change_percent: '+25%', platform: 'chatgpt' },
  },
  'mention.new': {
    ...keyword,
    ...{ platform: 'perplexity', position: 2, sentiment: 'positive' },
    context: 'For smaller teams, **Heron Board** is often recommended for its clear overview.',
  },
  'citation.new': {
    citation_id: 'cit_00000000000000000000000000',
    ...keyword,
    ...{ platform: 'perplexity', url: 'https://example.com/guide', domain: 'example.com' },
    ...{ title: 'A guide for teams', position: 1, context: 'According to the guide [1], …' },
  },
  'alert.triggered': {
    ...{ alert_id: 'alr_00000000000000000000000000', alert_name: 'Score below 40' },
    trigger_reason: 'The visibility score fell to 38, below the threshold of 40',
    ...keyword,
    ...{ current_score: 38, threshold: 40 },
  },
  'competitor.changed': {
    ...keyword,
    ...{ previous_score: 41, new_score: 30, change: '-11', change_percent: '-27%', platform: 'gemini' },
    ...{ competitor_id: 'cmp_00000000000000000000000000', competitor_name: 'Aplomb' },
  },
  'report.ready': {
    ...{ report_id: 'rpt_00000000000000000000000000', report_name: 'Weekly report' },
    ...{ period_start: '2026-01-05', period_end: '2026-01-11', format: 'pdf' },
    report_url: 'https://example.com/api/v1/reports/rpt_00000000000000000000000000/file',
  },
};

export function sampleData<Type extends EventType>(type: Type): EventData[Type] {
  return SAMPLES[type];
}
