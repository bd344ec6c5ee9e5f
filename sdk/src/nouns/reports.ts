import type { Received } from '../attempt.ts';
import type { ReportChange } from '../inputs.ts';
import { iteratePages } from '../pages.ts';
import { path } from '../path.ts';
import type { ReportFileQuery, ReportQuery, SettingsQuery } from '../queries.ts';
import type { List, NewReport, Report, ReportFile, ReportSettings } from '../records.ts';
import type { RequestOptions } from '../settings.ts';
import type { Transport } from '../transport.ts';

type Shown<Query> = Query extends { include: 'settings' } ? Report & ReportSettings : Report;

export function reportCalls({ json, file }: Transport) {
  const list = <Query extends ReportQuery = ReportQuery>(query?: Query, options?: RequestOptions) =>
    json<List<Shown<Query>>>({ method: 'GET', path: '/reports', query }, options);
  return {
    /** One page of reports, newest first, including scheduled ones. */
    list,
    iterate: <Query extends ReportQuery = ReportQuery>(query?: Query, options?: RequestOptions) =>
      iteratePages(
        (page: Query) => list(page, options),
        query,
        ({ report_id }) => report_id,
      ),
    get: <Query extends SettingsQuery = SettingsQuery>(reportId: string, query?: Query, options?: RequestOptions) =>
      json<Shown<Query>>({ method: 'GET', path: path`/reports/${reportId}`, query }, options),
    create: (report: NewReport, options?: RequestOptions) =>
      json<Report & ReportSettings>({ method: 'POST', path: '/reports', query: WITH_SETTINGS, body: report }, options),
    /** Changes a scheduled report and the reports that follow it. */
    change: (reportId: string, change: ReportChange, options?: RequestOptions) =>
      json<Report & ReportSettings>(
        { method: 'PATCH', path: path`/reports/${reportId}`, query: WITH_SETTINGS, body: change },
        options,
      ),
    /** Deletes a report and its file. Deleting a scheduled report ends its schedule. */
    delete: (reportId: string, options?: RequestOptions) =>
      json<void>({ method: 'DELETE', path: path`/reports/${reportId}` }, options),
    /** The file of a report as it would be now. Nothing is stored or sent. */
    preview: async (report: NewReport, options?: RequestOptions) =>
      fileOf(await file({ method: 'POST', path: path`/reports/preview`, body: report }, options)),
    /** The file of a report. Throws an `ApiError` with status 409 until the report is ready. */
    file: async (reportId: string, query?: ReportFileQuery, options?: RequestOptions) =>
      fileOf(await file({ method: 'GET', path: path`/reports/${reportId}/file`, query }, options)),
  };
}

// The response includes the settings that were just sent.
const WITH_SETTINGS: SettingsQuery = { include: 'settings' };

function fileOf({ response: { headers }, bytes }: Received): ReportFile {
  const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
  return { name: name ?? 'report', type: headers.get('content-type') ?? 'application/octet-stream', bytes };
}
