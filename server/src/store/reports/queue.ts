import { type Db, sql, type Transaction } from '../db.ts';
import type { ReportFormat, ReportInput } from './reports.ts';

/** A report that is to be made. */
export interface DueReport extends ReportInput {
  reportId: string;
  workspaceId: string;
  periodStart: string;
  periodEnd: string;
  /** How often it was begun before. */
  tries: number;
  /** How many of these failed; the others ended with their process. */
  failedTries: number;
}

/** One try at a report: what it writes counts only as long as nobody has begun another. */
export interface ReportTry {
  reportId: string;
  tries: number;
}

/** The report that has been due longest, held until the transaction ends; one whose lease ran out is due again. */
export async function lockDueReport(tx: Transaction): Promise<DueReport | undefined> {
  const [row] = await tx.records<DueReport>(
    sql`select report_id, workspace_id, name, schedule, format, period_start, period_end, keyword_ids, tags, recipients, tries,
               failed_tries
        from reports
        where status in ('scheduled', 'running')
          and due_at <= now()
        order by due_at
        limit 1
        for update skip locked`,
  );
  return row;
}

/** Leaves it for later without having begun. */
export async function postponeReport(tx: Transaction, reportId: string, seconds: number): Promise<void> {
  await tx.query(
    sql`update reports
        set due_at = now() + make_interval(secs => ${seconds})
        where report_id = ${reportId}`,
  );
}

/** Begins a try; what a try that died had written is cleared away. */
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

/** Keeps the lease; false when the report was deleted or another try was begun. */
export async function keepReport(db: Db, { reportId, tries }: ReportTry, leaseSeconds: number): Promise<boolean> {
  const rows = await db.query(
    sql`update reports
        set due_at = now() + make_interval(secs => ${leaseSeconds})
        where report_id = ${reportId}
          and tries = ${tries}
          and status = 'running'
        returning report_id`,
  );
  return rows.length > 0;
}

/** A file whose parts have been written. */
export interface StoredFile {
  format: ReportFormat;
  size: number;
  sha256: string;
}

/** The parts written by this try become the report's files; false when the try no longer counts. */
export async function finishReport(
  tx: Transaction,
  { reportId, tries }: ReportTry,
  { file, others }: { file: StoredFile; others: StoredFile[] },
): Promise<boolean> {
  const rest = Object.fromEntries(others.map(({ format, ...about }) => [format, about]));
  const rows = await tx.query(
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
  return rows.length > 0;
}

/** A try that failed is followed by another after a while. */
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

/** Ends a try that does not count. One try stays: without any, the next report of the schedule would be planned again. */
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

/** Gives a report up, for a reason that its owner is told. */
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

/** Has a report that was given up made again; false when there is none. Its schedule has gone on without it. */
export async function renewReport(db: Db, workspaceId: string, reportId: string): Promise<boolean> {
  // Running, with a lease that has ended, and not as if it had never been begun: that would put the next one of its
  // schedule in its place a second time.
  const rows = await db.query(
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
  return rows.length > 0;
}
