import { type Db, sql, type Transaction } from '../db.ts';
import type { ReportFormat, ReportInput } from './reports.ts';

/** A report to generate. */
export interface DueReport extends ReportInput {
  reportId: string;
  workspaceId: string;
  periodStart: string;
  periodEnd: string;
  /** How often generation was started before. */
  tries: number;
  /** How many attempts failed. The others ended with their process. */
  failedTries: number;
}

/** One attempt to generate a report. Its files count only until another attempt starts. */
export interface ReportTry {
  reportId: string;
  tries: number;
}

/**
 * The report that has been due the longest, locked until the transaction ends. A report with an expired lease is due
 * again.
 */
export function lockDueReport(tx: Transaction): Promise<DueReport | undefined> {
  return tx.record<DueReport>(
    sql`select report_id, workspace_id, name, schedule, format, period_start, period_end, keyword_ids, tags, recipients, send_day, send_time,
               time_zone, accent_color, logo, tries, failed_tries
        from reports
        where status in ('scheduled', 'running')
          and due_at <= now()
        order by due_at
        limit 1
        for update skip locked`,
  );
}

/** Postpones a report without starting it. */
export async function postponeReport(tx: Transaction, reportId: string, seconds: number): Promise<void> {
  await tx.query(
    sql`update reports
        set due_at = now() + make_interval(secs => ${seconds})
        where report_id = ${reportId}`,
  );
}

/** Starts an attempt and deletes the files of a crashed one. */
export async function beginReport(
  tx: Transaction,
  { reportId, leaseSeconds }: { reportId: string; leaseSeconds: number },
): Promise<void> {
  await tx.query(
    sql`update reports
        set status = 'running',
            tries = tries + 1,
            due_at = now() + make_interval(secs => ${leaseSeconds})
        where report_id = ${reportId}`,
  );
  await tx.query(sql`delete from report_parts where report_id = ${reportId}`);
}

/** Renews the lease. False if the report was deleted or another attempt was started. */
export function keepReport(db: Db, { reportId, tries }: ReportTry, leaseSeconds: number): Promise<boolean> {
  return db.returnsRows(
    sql`update reports
        set due_at = now() + make_interval(secs => ${leaseSeconds})
        where report_id = ${reportId}
          and tries = ${tries}
          and status = 'running'
        returning report_id`,
  );
}

/** A file whose parts have been written. */
export interface StoredFile {
  format: ReportFormat;
  size: number;
  sha256: string;
}

/** Publishes the files of this attempt. False if the attempt no longer counts. */
export function finishReport(
  tx: Transaction,
  { reportId, tries }: ReportTry,
  { file, others }: { file: StoredFile; others: StoredFile[] },
): Promise<boolean> {
  const rest = Object.fromEntries(others.map(({ format, ...about }) => [format, about]));
  return tx.returnsRows(
    sql`update reports
        set status = 'ready',
            due_at = null,
            size = ${file.size},
            sha256 = ${file.sha256},
            other_files = ${JSON.stringify(rest)}
        where report_id = ${reportId}
          and tries = ${tries}
          and status = 'running'
        returning report_id`,
  );
}

/** Schedules a retry after a failed attempt. */
export async function retryReport(db: Db, { reportId, tries }: ReportTry, seconds: number): Promise<void> {
  await db.query(
    sql`update reports
        set failed_tries = failed_tries + 1,
            due_at = now() + make_interval(secs => ${seconds})
        where report_id = ${reportId}
          and tries = ${tries}
          and status = 'running'`,
  );
}

/**
 * Ends an attempt without counting it. One attempt stays recorded: with none, the next report of the schedule would be
 * planned again.
 */
export async function putBackReport(db: Db, { reportId, tries }: ReportTry, seconds: number): Promise<void> {
  await db.query(
    sql`update reports
        set tries = greatest(tries - 1, 1),
            due_at = now() + make_interval(secs => ${seconds})
        where report_id = ${reportId}
          and tries = ${tries}
          and status = 'running'`,
  );
}

/** Gives up a report, with a reason for its owner. */
export async function failReport(db: Db | Transaction, { reportId, tries }: ReportTry, failure: string): Promise<void> {
  await db.query(
    sql`update reports
        set status = 'failed',
            due_at = null,
            failure = ${failure}
        where report_id = ${reportId}
          and tries = ${tries}
          and status = 'running'`,
  );
}

/** Generates a given-up report again. False if there is none. Its schedule has continued in the meantime. */
export function renewReport(db: Db, workspaceId: string, reportId: string): Promise<boolean> {
  // Set to running with an expired lease, not to never started: otherwise the next report of its schedule would be
  // planned twice.
  return db.returnsRows(
    sql`update reports
        set status = 'running',
            tries = 1,
            failed_tries = 0,
            failure = null,
            due_at = now()
        where workspace_id = ${workspaceId}
          and report_id = ${reportId}
          and status = 'failed'
        returning report_id`,
  );
}
