import type { Db } from '../store/db.ts';
import { gatherContent, type ToGather } from './gather.ts';
import { type DrawOptions, drawPdf } from './pdf/draw.ts';
import { writeCsv } from './write-csv.ts';

/** The file of a report, piece by piece. */
export async function* writeReport(db: Db, { fontFile, ...wanted }: ToGather & DrawOptions): AsyncGenerator<Buffer> {
  switch (wanted.report.format) {
    case 'csv':
      for await (const text of writeCsv(db, wanted)) yield Buffer.from(text);
      return;
    case 'json':
      yield Buffer.from(JSON.stringify(await gatherContent(db, wanted), null, 2));
      return;
    case 'pdf':
      yield await drawPdf(await gatherContent(db, wanted), { fontFile });
  }
}
