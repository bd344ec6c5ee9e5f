import type { Db } from '../store/db.ts';
import { type ReportFile, readReportParts, reportLook } from '../store/reports/files.ts';
import type { ReportFormat } from '../store/reports/reports.ts';
import type { ReportContent } from './content.ts';
import { CONTENT_TYPES, fileName } from './file.ts';
import { drawAside } from './pdf/draw-aside.ts';

export interface OpenedFile {
  type: string;
  filename: string;
  size: number;
  bytes: AsyncIterable<Buffer>;
  /** Changes whenever the bytes may change. */
  version: string;
}

/**
 * A report in one of its formats: the stored file, or a PDF drawn from the stored JSON, so that all formats have the
 * same content.
 */
export async function openReportFile(
  db: Db,
  workspaceId: string,
  { files, format, fontFile }: { files: ReportFile[]; format: ReportFormat; fontFile: string | undefined },
): Promise<OpenedFile> {
  const kept = files.find((file) => file.format === format);
  if (kept) return { ...labelOf(kept), size: kept.size, bytes: readReportParts(db, kept), version: kept.sha256 };
  const json = files.find((file) => file.format === 'json');
  if (!json) throw new Error(`report without ${format} and JSON`);
  const [content, look] = await Promise.all([readContent(db, json), reportLook(db, workspaceId, json.reportId)]);
  const pdf = await drawAside(content, { fontFile, ...look });
  return { ...labelOf({ ...json, format }), size: pdf.length, bytes: once(pdf), version: `pdf of ${json.sha256}` };
}

function labelOf(file: Pick<ReportFile, 'name' | 'periodEnd' | 'format'>): Pick<OpenedFile, 'type' | 'filename'> {
  return { type: CONTENT_TYPES[file.format], filename: fileName(file) };
}

async function readContent(db: Db, json: ReportFile): Promise<ReportContent> {
  const parts: Buffer[] = [];
  for await (const bytes of readReportParts(db, json)) parts.push(bytes);
  return JSON.parse(Buffer.concat(parts).toString());
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
