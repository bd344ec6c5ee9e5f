import type { Report } from '@visibility/sdk';
import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { invalid } from '../../base/problems.ts';
import { createReport } from '../../reports/create.ts';
import { withEmailStatus } from '../../reports/email-status.ts';
import { openReportFile } from '../../reports/open-file.ts';
import { previewReport } from '../../reports/preview.ts';
import { checkSendTime, RIGHT_AFTER, sendAt } from '../../reports/send-time.ts';
import type { Db } from '../../store/db.ts';
import { findKeywords } from '../../store/keywords/keywords.ts';
import { findReportFiles, reportLook } from '../../store/reports/files.ts';
import {
  deleteReport,
  findReport,
  listReports,
  type ReportChange,
  type ReportInput,
  type ReportWithSettings,
  updateReport,
  walkReports,
} from '../../store/reports/reports.ts';
import { loadWorkspace } from '../../store/workspaces/workspaces.ts';
import { ReadyFile, type Route, route } from '../route.ts';
import { fromWire, toWire } from '../wire.ts';
import { listOf, listPage, pageIn, pageQuery } from './paging.ts';
import { newReport, report, reportChange, reportWithSettings } from './report-schemas.ts';

const include = z
  .enum(['settings'])
  .optional()
  .describe('Adds the settings of the report, `failure`, `formats` and `email_status`.')
  .meta({ example: 'settings' });

/** A logo in base64, and a thousand ids. */
const REPORT_BYTES = 256 * 1024;

export interface ReportDeps {
  db: Db;
  /** Whether a mail server is configured. */
  sendsMail?: boolean;
  /** A font file with characters that the built-in PDF fonts lack. */
  reportFont?: string | undefined;
}

export function reportRoutes(deps: ReportDeps): Route[] {
  return [...allReports(deps), previewRoute(deps), ...oneReport(deps), reportFile(deps)];
}

function allReports({ db, sendsMail = false }: ReportDeps): Route[] {
  const show = showing({ db, sendsMail });
  return [
    route({
      operation: 'listReports',
      summary: 'Reports, newest first, including scheduled ones',
      method: 'GET',
      path: '/reports',
      scope: 'read',
      query: z.object({
        ...pageQuery,
        status: report.shape.status.optional().describe('Filter by status.').meta({ example: 'scheduled' }),
        schedule: report.shape.schedule.optional().describe('Filter by schedule.').meta({ example: 'weekly' }),
        format: report.shape.format.optional().describe('Filter by format.').meta({ example: 'pdf' }),
        include,
      }),
      responses: { 200: z.union([listOf(report), listOf(reportWithSettings)]) },
      async *walk({ caller, query: { include: wanted, status, schedule, format } }) {
        const batches = walkReports(db, caller.workspaceId, { status, schedule, format });
        for await (const reports of batches) yield show.all(reports, wanted);
      },
      async handle({ caller, query }) {
        const page = pageIn(query);
        const { reports, total } = await listReports(db, caller.workspaceId, { filter: query, page });
        return listPage(query, { data: await show.all(reports, query.include), total });
      },
    }),
    route({
      operation: 'createReport',
      summary: 'Create a report: once, every week or every month',
      method: 'POST',
      path: '/reports',
      scope: 'write',
      query: z.object({ include }),
      body: newReport,
      bodyLimit: REPORT_BYTES,
      responses: { 201: z.union([report, reportWithSettings]) },
      errors: { 409: 'Limit of 50 scheduled reports reached' },
      async handle({ caller, query, body }) {
        const workspace = await loadWorkspace(db, caller.workspaceId);
        await checkKeywords(db, caller.workspaceId, body.keyword_ids);
        const created = await createReport(db, workspace, await inputOf(db, caller.workspaceId, body));
        const headers = { location: `/api/v1/reports/${created.reportId}` };
        return { status: 201, headers, body: await show.one(created, query.include) };
      },
    }),
  ];
}

function oneReport({ db, sendsMail = false }: ReportDeps): Route[] {
  const show = showing({ db, sendsMail });
  return [
    route({
      operation: 'getReport',
      summary: 'One report',
      method: 'GET',
      path: '/reports/:report_id',
      scope: 'read',
      query: z.object({ include }),
      responses: { 200: z.union([report, reportWithSettings]) },
      errors: { 404: 'Report not found' },
      async handle({ caller, params, query }) {
        const found = await findReport(db, caller.workspaceId, params.report_id ?? '');
        if (!found) throw unknownReport();
        return { body: await show.one(found, query.include) };
      },
    }),
    route({
      operation: 'changeReport',
      summary: 'Change a scheduled report and the reports that follow it',
      method: 'PATCH',
      path: '/reports/:report_id',
      scope: 'write',
      query: z.object({ include }),
      body: reportChange,
      bodyLimit: REPORT_BYTES,
      responses: { 200: z.union([report, reportWithSettings]) },
      errors: { 404: 'Report not found', 409: 'Only a scheduled report can be changed' },
      async handle({ caller, params, query, body }) {
        const reportId = params.report_id ?? '';
        const found = await findReport(db, caller.workspaceId, reportId);
        if (!found) throw unknownReport();
        const change = fromWire(body) as ReportChange;
        checkSendTime(found.schedule, change);
        await checkKeywords(db, caller.workspaceId, change.keywordIds ?? []);
        const dueAt = newDueAt(found, change);
        const changed = await updateReport(db, caller.workspaceId, { reportId, change: { ...change, dueAt } });
        if (!changed) throw new ApiError(409, 'Only a scheduled report can be changed');
        return { body: await show.one(changed, query.include) };
      },
    }),
    route({
      operation: 'deleteReport',
      summary: 'Delete a report and its file, or end a schedule by deleting its scheduled report',
      method: 'DELETE',
      path: '/reports/:report_id',
      scope: 'write',
      responses: { 204: z.undefined() },
      errors: { 404: 'Report not found' },
      async handle({ caller, params }) {
        if (!(await deleteReport(db, caller.workspaceId, params.report_id ?? ''))) throw unknownReport();
        return { status: 204, body: undefined };
      },
    }),
  ];
}

function previewRoute({ db, reportFont }: ReportDeps): Route {
  return route({
    operation: 'previewReport',
    summary: 'The file of a report as it would be now, without storing or sending it',
    method: 'POST',
    path: '/reports/preview',
    scope: 'write',
    load: 'read',
    body: newReport,
    bodyLimit: REPORT_BYTES,
    responses: { 200: z.file().mime(['application/pdf', 'text/csv', 'application/json']) },
    async handle({ caller, body }) {
      const workspace = await loadWorkspace(db, caller.workspaceId);
      await checkKeywords(db, caller.workspaceId, body.keyword_ids);
      const input = await inputOf(db, caller.workspaceId, body);
      return { body: new ReadyFile(await previewReport(db, workspace, { ...input, fontFile: reportFont })) };
    },
  });
}

function reportFile({ db, reportFont }: ReportDeps): Route {
  return route({
    operation: 'getReportFile',
    summary: 'The file of a report',
    method: 'GET',
    path: '/reports/:report_id/file',
    scope: 'read',
    query: z.object({
      format: report.shape.format
        .optional()
        .describe('A format other than the report’s own.')
        .meta({ example: 'json' }),
    }),
    responses: { 200: z.file().mime(['application/pdf', 'text/csv', 'application/json']) },
    errors: { 404: 'Report not found', 409: 'Report is not ready yet' },
    async handle({ caller, params, query }) {
      const reportId = params.report_id ?? '';
      const files = await findReportFiles(db, caller.workspaceId, reportId);
      const [own] = files;
      if (!own) {
        const found = await findReport(db, caller.workspaceId, reportId);
        if (!found) throw unknownReport();
        throw new ApiError(409, found.status === 'failed' ? 'Report failed' : 'Report is not ready yet');
      }
      const file = await openReportFile(db, caller.workspaceId, {
        files,
        format: query.format ?? own.format,
        fontFile: reportFont,
      });
      const { version, ...about } = file;
      return { version, body: new ReadyFile(about) };
    },
  });
}

async function inputOf(db: Db, workspaceId: string, body: z.output<typeof newReport>) {
  const { periodStart, periodEnd, logoFrom, ...rest } = fromWire(body);
  checkSendTime(rest.schedule, rest);
  const other = logoFrom === undefined ? undefined : await reportLook(db, workspaceId, logoFrom);
  if (logoFrom !== undefined && !other) throw invalid([{ path: ['logo_from'], message: 'Report not found' }]);
  const input = { ...RIGHT_AFTER, accentColor: undefined, logo: other?.logo, ...rest } as ReportInput;
  return { input, period: { ...(periodStart && { periodStart }), ...(periodEnd && { periodEnd }) } };
}

/** Undefined if the time of sending stays as it is. */
function newDueAt(found: ReportWithSettings, change: ReportChange): Date | undefined {
  const isMoved = 'sendDay' in change || 'sendTime' in change || 'timeZone' in change;
  return isMoved && found.schedule !== 'once' ? sendAt(found.schedule, found, { ...found, ...change }) : undefined;
}

const unknownReport = () => new ApiError(404, 'Report not found');

function showing({ db, sendsMail }: { db: Db; sendsMail: boolean }) {
  const all = async (reports: ReportWithSettings[], wanted: 'settings' | undefined) => {
    if (wanted !== 'settings') return reports.map(withoutSettings);
    const shown = await withEmailStatus(db, reports, { sendsMail });
    return shown.map((report) => {
      const { keywordIds, tags, recipients, sendDay, sendTime, timeZone, accentColor, hasLogo, ...rest } = report;
      const { failure, formats, emailStatus } = rest;
      const settings = { keywordIds, tags, recipients, sendDay, sendTime, timeZone, accentColor, hasLogo };
      return { ...withoutSettings(report), ...toWire({ ...settings, failure, formats, emailStatus }) };
    });
  };
  const one = async (report: ReportWithSettings, wanted: 'settings' | undefined) => {
    const [shown] = await all([report], wanted);
    if (!shown) throw new Error(`${report.reportId} is not shown`);
    return shown;
  };
  return { all, one };
}

function withoutSettings({ reportId, name, schedule, format, ...rest }: ReportWithSettings): Report {
  const { periodStart, periodEnd, status, createdAt } = rest;
  return toWire({ reportId, name, schedule, format, periodStart, periodEnd, status, createdAt });
}

async function checkKeywords(db: Db, workspaceId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = new Set((await findKeywords(db, workspaceId, { ids, words: [] })).map(({ keywordId }) => keywordId));
  const problems = ids.flatMap((id, i) =>
    known.has(id) ? [] : [{ path: ['keyword_ids', i], message: 'no such keyword' }],
  );
  if (problems.length > 0) throw invalid(problems.slice(0, 10));
}
