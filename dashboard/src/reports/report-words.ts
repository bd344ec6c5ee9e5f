import type { ReportRow } from '../api/reports.ts';
import { formatCount, formatLongDay } from '../base/format.ts';
import { NO_MAIL_SERVER } from '../base/mail-words.ts';
import { addDays } from '../base/period.ts';

const FORMATS = { pdf: 'PDF', csv: 'CSV', json: 'JSON' };

export function formatName(format: ReportRow['format']): string {
  return FORMATS[format];
}

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function dayName(schedule: ReportRow['schedule'], day: number): string {
  return schedule === 'weekly' ? `On ${WEEKDAYS[day - 1]}` : `On day ${day} of the month`;
}

/** When the next report of a schedule is sent. */
export function describeSending({ schedule, send_day, send_time, time_zone, period_end }: ReportRow): string {
  if (send_day === null) return formatLongDay(addDays(period_end, 1));
  return `${dayName(schedule, send_day)} at ${send_time} (${time_zone}), after ${formatLongDay(period_end)}`;
}

export function describeContent({ keyword_ids, tags }: Pick<ReportRow, 'keyword_ids' | 'tags'>): string {
  const chosen = keyword_ids.length > 0 ? [formatCount(keyword_ids.length, 'selected keyword')] : [];
  const tagged = tags.length > 0 ? [`keywords tagged ${tags.map((tag) => `“${tag}”`).join(' or ')}`] : [];
  return [...chosen, ...tagged].join(' and ') || 'all keywords';
}

export function describePeriod({ period_start, period_end }: Pick<ReportRow, 'period_start' | 'period_end'>): string {
  return period_start === period_end
    ? formatLongDay(period_start)
    : `${formatLongDay(period_start)} – ${formatLongDay(period_end)}`;
}

export function describeRecipients({ recipients, email_status }: ReportRow): string {
  if (recipients.length === 0) return 'no recipients';
  const whom = recipients.join(', ');
  if (email_status === 'not_configured') return `email to ${whom} ${NO_MAIL_SERVER}`;
  if (email_status === 'queued') return `email to ${whom} queued`;
  if (email_status === 'sent') return `emailed to ${whom}`;
  if (email_status === 'failed') return `email to ${whom} failed`;
  return `email to ${whom}`;
}
