import type { Report } from '@visibility/sdk';
import { type Db, empty, type Sql, sql, type Transaction } from '../db.ts';
import { everyBatch, limitTo, olderThan, type Page } from '../pages.ts';
import { lockWorkspace } from '../workspaces/workspaces.ts';

export type ReportSchedule = Report['schedule'];
export type ReportFormat = Report['format'];

/** The content and recipients of a report, which a schedule passes on from one period to the next. */
export interface ReportInput {
  name: string;
  schedule: ReportSchedule;
  format: ReportFormat;
  keywordIds: string[];
  tags: string[];
  recipients: string[];
  /** Day of the week (1 is Monday) or of the month. Undefined: as soon as the period is over. */
  sendDay: number | undefined;
  /** Local time in the time zone. */
  sendTime: string;
  timeZone: string;
  /** Undefined: the default color. */
  accentColor: string | undefined;
  /** A PNG in base64. */
  logo: string | undefined;
}

export interface PlannedReport extends ReportInput {
  reportId: string;
  periodStart: string;
  periodEnd: string;
  /** In the workspace's time, like `createdAt`. */
  dueAt: Date;
  createdAt: Date;
}

export interface ReportWithSettings extends Omit<ReportInput, 'logo'> {
  hasLogo: boolean;
  reportId: string;
  periodStart: string;
  periodEnd: string;
  status: Report['status'];
  createdAt: Date;
  /** Why generation failed. */
  failure: string | undefined;
  /** Formats for download. */
  formats: ReportFormat[];
}

export async function insertReport(
  tx: Transaction,
  workspaceId: string,
  report: PlannedReport,
): Promise<ReportWithSettings> {
  const [row] = await tx.records<ReportRow>(
    sql`insert into reports (report_id, workspace_id, name, schedule, format, period_start, period_end, keyword_ids, tags,
                             recipients, send_day, send_time, time_zone, accent_color, logo, due_at, created_at)
        select ${report.reportId}, workspace_id, ${report.name}, ${report.schedule}, ${report.format},
               ${report.periodStart}::date, ${report.periodEnd}::date, ${report.keywordIds}::text[], ${report.tags}::text[],
               ${report.recipients}::text[], ${report.sendDay ?? null}, ${report.sendTime}, ${report.timeZone},
               ${report.accentColor ?? null}, ${report.logo ?? null}, ${report.dueAt}::timestamptz - clock_ahead, ${report.createdAt}::timestamptz
        from workspaces
        where workspace_id = ${workspaceId}
        returning ${columns}`,
  );
  if (!row) throw new Error(`no workspace ${workspaceId}`);
  return toReport(row);
}

/**
 * Active schedules and stored single reports. The workspace is locked until the transaction ends, so that two
 * concurrent requests cannot both pass the limit.
 */
export async function countReports(
  tx: Transaction,
  workspaceId: string,
): Promise<{ schedules: number; single: number }> {
  await lockWorkspace(tx, workspaceId);
  const [row] = await tx.query<{ schedules: number; single: number }>(
    sql`select count(*) filter (where schedule <> 'once' and status = 'scheduled') as schedules,
               count(*) filter (where schedule = 'once') as single
        from reports
        where workspace_id = ${workspaceId}`,
  );
  return row ?? { schedules: 0, single: 0 };
}

export interface ReportFilter {
  status?: Report['status'] | undefined;
  schedule?: ReportSchedule | undefined;
  format?: ReportFormat | undefined;
}

/** One page, newest first. */
export async function listReports(
  db: Db,
  workspaceId: string,
  { filter, page }: { filter: ReportFilter; page: Page },
): Promise<{ reports: ReportWithSettings[]; total: number }> {
  const where = matching(workspaceId, filter);
  const [rows, [count]] = await Promise.all([
    db.records<ReportRow>(
      sql`select ${columns} from reports ${where} order by created_at desc, report_id desc ${limitTo(page)}`,
    ),
    db.query<{ total: number }>(sql`select count(*) as total from reports ${where}`),
  ]);
  return { reports: rows.map(toReport), total: count?.total ?? 0 };
}

/** All of them, in the same order. */
export async function* walkReports(
  db: Db,
  workspaceId: string,
  filter: ReportFilter,
): AsyncGenerator<ReportWithSettings[]> {
  const batches = everyBatch(
    (page) =>
      db.records<ReportRow>(
        sql`select ${columns}
            from reports
            ${matching(workspaceId, filter)}
              ${olderThan(page, sql`created_at`, sql`report_id`)}
            order by created_at desc, report_id desc
            ${limitTo(page)}`,
      ),
    ({ createdAt, reportId }) => ({ at: createdAt, id: reportId }),
  );
  for await (const rows of batches) yield rows.map(toReport);
}

function matching(workspaceId: string, { status, schedule, format }: ReportFilter): Sql {
  return sql`
    where workspace_id = ${workspaceId}
      ${status === undefined ? empty : sql`and status = ${status}`}
      ${schedule === undefined ? empty : sql`and schedule = ${schedule}`}
      ${format === undefined ? empty : sql`and format = ${format}`}`;
}

export async function findReport(
  db: Db | Transaction,
  workspaceId: string,
  reportId: string,
): Promise<ReportWithSettings | undefined> {
  const [row] = await db.records<ReportRow>(
    sql`select ${columns}
        from reports
        where workspace_id = ${workspaceId}
          and report_id = ${reportId}`,
  );
  return row && toReport(row);
}

/** What is given is set, also to undefined. */
export type ReportChange = Partial<Omit<ReportInput, 'schedule'>> & {
  /** In the workspace's time. */
  dueAt?: Date | undefined;
};

/** Changes a report that is not started yet. Undefined if there is none. */
export async function updateReport(
  db: Db,
  workspaceId: string,
  { reportId, change }: { reportId: string; change: ReportChange },
): Promise<ReportWithSettings | undefined> {
  const either = (name: 'sendDay' | 'accentColor' | 'logo', column: Sql) =>
    name in change ? sql`${change[name] ?? null}` : column;
  const [row] = await db.records<ReportRow>(
    sql`update reports
        set name = coalesce(${change.name ?? null}, name),
            format = coalesce(${change.format ?? null}, format),
            keyword_ids = coalesce(${change.keywordIds ?? null}::text[], keyword_ids),
            tags = coalesce(${change.tags ?? null}::text[], tags),
            recipients = coalesce(${change.recipients ?? null}::text[], recipients),
            send_day = ${either('sendDay', sql`send_day`)},
            send_time = coalesce(${change.sendTime ?? null}, send_time),
            time_zone = coalesce(${change.timeZone ?? null}, time_zone),
            accent_color = ${either('accentColor', sql`accent_color`)},
            logo = ${either('logo', sql`logo`)},
            due_at = coalesce(${change.dueAt ?? null}::timestamptz
              - (select clock_ahead from workspaces w where w.workspace_id = reports.workspace_id), due_at)
        where workspace_id = ${workspaceId}
          and report_id = ${reportId}
          and status = 'scheduled'
        returning ${columns}`,
  );
  return row && toReport(row);
}

/** Deletes a report with its files. Deleting the scheduled report ends its schedule. */
export function deleteReport(db: Db, workspaceId: string, reportId: string): Promise<boolean> {
  return db.returnsRows(
    sql`delete from reports where workspace_id = ${workspaceId} and report_id = ${reportId} returning report_id`,
  );
}

const columns = sql`report_id, name, schedule, format, period_start, period_end, status, created_at, keyword_ids, tags,
                    recipients, send_day, send_time, time_zone, accent_color, logo is not null as has_logo, failure`;

type ReportRow = Omit<ReportWithSettings, 'formats'>;

function toReport(report: ReportRow): ReportWithSettings {
  return { ...report, formats: report.status === 'ready' ? ['pdf', 'csv', 'json'] : [] };
}
