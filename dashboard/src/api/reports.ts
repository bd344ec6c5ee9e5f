import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { NewReport, Report } from '@visibility/sdk';
import type { ItemOf } from '@visibility/server/contract';
import { fileFrom, type Mode, request, toQuery } from './request.ts';

export type ReportRow = ItemOf<'GET /:mode/reports?include=settings'>;

const POLL_MS = 2000;
/** A workspace has at most 50 schedules. */
const MOST_SCHEDULES = 100;

export function reportsQuery(mode: Mode, filter: { page: number; per_page: number }) {
  return queryOptions({
    queryKey: [mode, 'reports', 'all', filter],
    queryFn: ({ signal }) =>
      request('GET /:mode/reports?include=settings', { params: { mode }, query: filter, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
    refetchInterval: ({ state: { data } }) => (data?.data.some(isInProgress) ? POLL_MS : false),
  });
}

/** Weekly and monthly reports whose period has not ended. */
export function schedulesQuery(mode: Mode) {
  const filter = { status: 'scheduled', per_page: MOST_SCHEDULES };
  return queryOptions({
    queryKey: [mode, 'reports', 'schedules'],
    queryFn: ({ signal }) =>
      request('GET /:mode/reports?include=settings', { params: { mode }, query: filter, signal }),
    select: ({ data }) => data.filter(isSchedule),
  });
}

export function isSchedule({ status, schedule }: Report): boolean {
  return status === 'scheduled' && schedule !== 'once';
}

/** Being created or queued. */
export function isInProgress(report: Report): boolean {
  return report.status === 'running' || (report.status === 'scheduled' && report.schedule === 'once');
}

export function reportFileUrl(mode: Mode, reportId: string, format: Report['format']): string {
  return `/dashboard/api/${mode}/reports/${encodeURIComponent(reportId)}/file?${toQuery({ format })}`;
}

export function createReport(mode: Mode, report: NewReport): Promise<Report> {
  return request('POST /:mode/reports', { params: { mode }, body: report });
}

/** The file of a report as it would be now. */
export function previewReport(mode: Mode, report: NewReport): Promise<File> {
  return fileFrom(`/${mode}/reports/preview`, report);
}

export type ReportChange = Partial<Omit<NewReport, 'schedule' | 'period_start' | 'period_end' | 'logo_from'>>;

export function changeReport(mode: Mode, reportId: string, change: ReportChange): Promise<Report> {
  return request('PATCH /:mode/reports/:report_id', { params: { mode, report_id: reportId }, body: change });
}

export function retryReport(mode: Mode, reportId: string): Promise<void> {
  return request('POST /:mode/reports/:report_id/retry', { params: { mode, report_id: reportId } });
}

export function deleteReport(mode: Mode, reportId: string): Promise<void> {
  return request('DELETE /:mode/reports/:report_id', { params: { mode, report_id: reportId } });
}

export function refreshReports(client: QueryClient, mode: Mode): Promise<void> {
  return client.invalidateQueries({ queryKey: [mode, 'reports'] });
}
