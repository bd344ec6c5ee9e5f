import { type Db, sql } from '../db.ts';
import type { ReportTry } from './queue.ts';
import type { ReportFormat, ReportInput } from './reports.ts';

export async function saveReportPart(
  db: Db,
  { reportId, tries }: ReportTry,
  { format, part, bytes }: { format: ReportFormat; part: number; bytes: Buffer },
): Promise<void> {
  await db.query(
    sql`insert into report_parts (report_id, try, format, part, bytes)
        values (${reportId}, ${tries}, ${format}, ${part}, ${bytes})`,
  );
}

/** Deletes the files of a failed attempt. */
export async function dropReportParts(db: Db, { reportId, tries }: ReportTry): Promise<void> {
  await db.query(sql`delete from report_parts where report_id = ${reportId} and try = ${tries}`);
}

/** A finished file, without its content. */
export interface ReportFile extends ReportTry {
  name: string;
  format: ReportFormat;
  periodEnd: string;
  size: number;
  sha256: string;
}

/** What the PDF of a report looks like. Undefined if there is no such report. */
export function reportLook(
  db: Db,
  workspaceId: string,
  reportId: string,
): Promise<Pick<ReportInput, 'accentColor' | 'logo'> | undefined> {
  return db.record<Pick<ReportInput, 'accentColor' | 'logo'>>(
    sql`select accent_color, logo from reports where workspace_id = ${workspaceId} and report_id = ${reportId}`,
  );
}

/** A finished report and its stored files, starting with its own format. */
export async function findReportFiles(db: Db, workspaceId: string, reportId: string): Promise<ReportFile[]> {
  const [row] = await db.records<ReportFile & { others: Record<string, Pick<ReportFile, 'size' | 'sha256'>> }>(
    sql`select report_id, tries, name, format, period_end, size, sha256, other_files as others
        from reports
        where workspace_id = ${workspaceId}
          and report_id = ${reportId}
          and status = 'ready'`,
  );
  if (!row) return [];
  const { others, ...own } = row;
  return [
    own,
    ...Object.entries(others).map(([format, file]) => ({ ...own, ...file, format: format as ReportFormat })),
  ];
}

/** The same by account: an email has the account's id, not the workspace's. */
export function findAccountFile(db: Db, accountId: string, reportId: string): Promise<ReportFile | undefined> {
  return db.record<ReportFile>(
    sql`select r.report_id, r.tries, r.name, r.format, r.period_end, r.size, r.sha256
        from reports r
        join workspaces w using (workspace_id)
        where w.account_id = ${accountId}
          and r.report_id = ${reportId}
          and r.status = 'ready'`,
  );
}

/** The content of a file, read in parts as fast as they are consumed. */
export async function* readReportParts(db: Db, { reportId, tries, format }: ReportFile): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const [row] = await db.query<{ bytes: Buffer }>(
      sql`select bytes
          from report_parts
          where report_id = ${reportId}
            and try = ${tries}
            and format = ${format}
            and part = ${part}`,
    );
    if (!row) return;
    yield row.bytes;
  }
}
