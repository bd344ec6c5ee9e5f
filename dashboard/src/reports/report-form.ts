import type { NewReport, Report } from '@visibility/sdk';
import type { ReportChange, ReportRow } from '../api/reports.ts';
import { addDays, dayOf } from '../base/period.ts';

export type Choice = 'all' | 'tags' | 'keywords';

export interface ReportDraft {
  name: string;
  schedule: Report['schedule'];
  format: Report['format'];
  period_start: string;
  period_end: string;
  choice: Choice;
  tags: string[];
  keyword_ids: string[];
  recipients: string;
  /** Empty: as soon as the period is over. */
  send_day: string;
  send_time: string;
  time_zone: string;
  accent_color: string;
  /** A PNG in base64. Undefined: as it is. Null: none. */
  logo: string | null | undefined;
}

export function draftOf(report: ReportRow | undefined, now: Date): ReportDraft {
  return {
    name: report?.name ?? '',
    schedule: report?.schedule ?? 'weekly',
    format: report?.format ?? 'pdf',
    ...lastDays(now, 30),
    choice: choiceOf(report),
    tags: report?.tags ?? [],
    keyword_ids: report?.keyword_ids ?? [],
    recipients: report?.recipients.join(', ') ?? '',
    send_day: report?.send_day ? String(report.send_day) : '',
    // A time is asked for only with a day.
    send_time: report?.send_day ? report.send_time : '08:00',
    time_zone: report?.send_day ? report.time_zone : Intl.DateTimeFormat().resolvedOptions().timeZone,
    accent_color: report?.accent_color ?? '',
    logo: undefined,
  };
}

function choiceOf(report: ReportRow | undefined): Choice {
  if (report && report.keyword_ids.length > 0) return 'keywords';
  return report && report.tags.length > 0 ? 'tags' : 'all';
}

/** A period of full days that ends yesterday. */
export function lastDays(now: Date, days: number): { period_start: string; period_end: string } {
  const today = dayOf(now.getTime());
  return { period_start: addDays(today, -days), period_end: addDays(today, -1) };
}

/** Throws if the selection is empty, because the report would then contain all keywords. */
export function changeOf(draft: ReportDraft): ReportChange & Pick<NewReport, 'name' | 'format'> {
  if (draft.choice === 'keywords' && draft.keyword_ids.length === 0) throw new Error('Choose a keyword from the list.');
  if (draft.choice === 'tags' && draft.tags.length === 0) throw new Error('Choose a tag from the list.');
  return {
    name: draft.name.trim(),
    format: draft.format,
    // A report can have both keywords and tags. Tags set through the API are kept.
    keyword_ids: draft.choice === 'keywords' ? draft.keyword_ids : [],
    tags: draft.choice === 'all' ? [] : draft.tags,
    recipients: draft.recipients
      .split(/[,;\s]+/)
      .map((address) => address.trim())
      .filter(Boolean),
    ...(draft.schedule !== 'once' && sendingOf(draft)),
    accent_color: draft.accent_color.trim() || null,
    ...(draft.logo !== undefined && { logo: draft.logo }),
  };
}

function sendingOf({ send_day, send_time, time_zone }: ReportDraft) {
  if (send_day === '') return { send_day: null, send_time: '00:00', time_zone: 'UTC' };
  return { send_day: Number(send_day), send_time, time_zone: time_zone.trim() };
}

export function reportOf(draft: ReportDraft): NewReport {
  const { schedule, period_start, period_end } = draft;
  return { ...changeOf(draft), schedule, ...(schedule === 'once' && { period_start, period_end }) };
}

/** A one-off report of the last 7 or 30 days, with the settings of a schedule. */
export function sentNow(schedule: ReportRow, now: Date): NewReport {
  const { name, format, keyword_ids, tags, recipients, accent_color, report_id } = schedule;
  const period = lastDays(now, schedule.schedule === 'weekly' ? 7 : 30);
  return {
    name,
    format,
    keyword_ids,
    tags,
    recipients,
    accent_color,
    logo_from: report_id,
    schedule: 'once',
    ...period,
  };
}
