import type { Db } from '../store/db.ts';
import type { ReportFormat } from '../store/reports/reports.ts';
import type { ReportContent } from './content.ts';
import { gatherContent, type ToGather } from './gather.ts';
import type { DrawOptions } from './pdf/draw.ts';
import { drawAside } from './pdf/draw-aside.ts';
import { writeCsv } from './write-csv.ts';

/** The formats stored for every report besides its own. A PDF can be drawn from the JSON at any time. */
const ALWAYS_KEPT: ReportFormat[] = ['json', 'csv'];

export interface WrittenFile {
  format: ReportFormat;
  /** Generated as it is consumed. */
  pieces: AsyncIterable<Buffer>;
}

/** The files of a report, its own format first. Consume each file completely before the next. */
export function writeReport(db: Db, { fontFile, ...wanted }: ToGather & Pick<DrawOptions, 'fontFile'>): WrittenFile[] {
  let content: Promise<ReportContent> | undefined;
  const gather = () => {
    content ??= gatherContent(db, wanted);
    return content;
  };
  const formats = [...new Set([wanted.report.format, ...ALWAYS_KEPT])];
  return formats.map((format) => ({ format, pieces: piecesOf(format) }));

  async function* piecesOf(format: ReportFormat): AsyncGenerator<Buffer> {
    if (format === 'csv') for await (const text of writeCsv(db, wanted)) yield Buffer.from(text);
    if (format === 'json') yield Buffer.from(JSON.stringify(await gather(), null, 2));
    if (format === 'pdf') {
      const { accentColor, logo } = wanted.report;
      yield await drawAside(await gather(), { fontFile, accentColor, logo });
    }
  }
}
