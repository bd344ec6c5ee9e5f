import { expect, test } from 'vitest';
import type { ReportRow } from '../api/reports.ts';
import { changeOf, draftOf, lastDays, reportOf, sentNow } from './report-form.ts';

const NOW = new Date('2026-03-02T08:00:00Z');
const WEEKLY: ReportRow = {
  report_id: 'rpt_1',
  name: 'Weekly visibility',
  schedule: 'weekly',
  format: 'csv',
  period_start: '2026-03-02',
  period_end: '2026-03-08',
  status: 'scheduled',
  created_at: '2026-03-02T00:00:00Z',
  keyword_ids: ['kw_1'],
  tags: ['core'],
  recipients: ['ann@example.com'],
  send_day: 1,
  send_time: '08:30',
  time_zone: 'Europe/Berlin',
  accent_color: null,
  has_logo: false,
  failure: null,
  formats: [],
  email_status: null,
};

test('a period of days ends yesterday, also across months', () => {
  expect(lastDays(NOW, 7)).toEqual({ period_start: '2026-02-23', period_end: '2026-03-01' });
});

test('“Send now” creates a one-off report for the same recipients', () => {
  expect(sentNow(WEEKLY, NOW)).toEqual({
    name: 'Weekly visibility',
    format: 'csv',
    schedule: 'once',
    recipients: ['ann@example.com'],
    keyword_ids: ['kw_1'],
    tags: ['core'],
    accent_color: null,
    logo_from: 'rpt_1',
    period_start: '2026-02-23',
    period_end: '2026-03-01',
  });
});

test('only a one-off report has a period', () => {
  const draft = { ...draftOf(undefined, NOW), name: 'x' };
  expect(reportOf(draft)).not.toHaveProperty('period_start');
  expect(reportOf({ ...draft, schedule: 'once' })).toMatchObject({
    period_start: '2026-01-31',
    period_end: '2026-03-01',
  });
});

test('editing a report keeps unchanged fields', () => {
  const { name, format, keyword_ids, tags, recipients, send_day, send_time, time_zone, accent_color } = WEEKLY;
  const sending = { send_day, send_time, time_zone };
  const kept = { name, format, keyword_ids, tags, recipients, ...sending, accent_color };
  expect(changeOf(draftOf(WEEKLY, NOW))).toEqual(kept);
  const soon = { send_day: null, send_time: '00:00', time_zone: 'UTC' };
  expect(changeOf({ ...draftOf(WEEKLY, NOW), send_day: '' })).toMatchObject(soon);
  expect(changeOf({ ...draftOf(WEEKLY, NOW), logo: null })).toEqual({ ...kept, logo: null });
  expect(changeOf({ ...draftOf(WEEKLY, NOW), choice: 'all' })).toMatchObject({ keyword_ids: [], tags: [] });
});

test('a report on selected keywords or tags requires a selection', () => {
  const draft = { ...draftOf(undefined, NOW), name: 'Some' };
  expect(() => reportOf({ ...draft, choice: 'keywords' })).toThrow('Choose a keyword');
  expect(() => reportOf({ ...draft, choice: 'tags' })).toThrow('Choose a tag');
  expect(reportOf(draft)).toMatchObject({ keyword_ids: [], tags: [] });
});
