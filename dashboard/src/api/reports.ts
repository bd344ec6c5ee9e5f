import type { NewReport, Report } from '@visibility/sdk';
import type { ItemOf } from '@visibility/server/contract';

export type ReportRow = ItemOf<'GET /:mode/reports?include=settings'>;

export type ReportChange = Partial<Omit<NewReport, 'schedule' | 'period_start' | 'period_end' | 'logo_from'>>;

export function isSchedule({ status, schedule }: Report): boolean {
  return status === 'scheduled' && schedule !== 'once';
}
