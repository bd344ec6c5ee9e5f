import type { Db } from '../store/db.ts';
import { findAccountFile, type ReportFile, readReportParts } from '../store/reports/files.ts';
import type { ReportFormat } from '../store/reports/reports.ts';

export const CONTENT_TYPES: Record<ReportFormat, string> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
};

/** ASCII characters and hyphens of the report's name, and its last day: safe in a header and in every file system. */
export function fileName({ name, periodEnd, format }: Pick<ReportFile, 'name' | 'periodEnd' | 'format'>): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-');
  const short = plain.slice(0, 60).replace(/^-+|-+$/g, '');
  return `${short || 'report'}-${periodEnd}.${format}`;
}

/** Larger files are not attached to an email: many mail servers reject them. */
export const MOST_ATTACHED_BYTES = 10 * 1024 * 1024;

/** The bytes to attach to an email; undefined if the report was deleted in the meantime. */
export async function loadReportFile(
  db: Db,
  { reportId, accountId }: { reportId: string; accountId: string },
): Promise<Buffer | undefined> {
  const file = await findAccountFile(db, accountId, reportId);
  if (!file || file.size > MOST_ATTACHED_BYTES) return undefined;
  const parts: Buffer[] = [];
  for await (const bytes of readReportParts(db, file)) parts.push(bytes);
  return Buffer.concat(parts);
}
