import { ApiError } from '../base/errors.ts';
import { dayOf } from '../base/time.ts';
import { reportKeywords } from '../store/counts/report-facts.ts';
import type { Db } from '../store/db.ts';
import type { ReportInput } from '../store/reports/reports.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { recentPeriod } from './create.ts';
import { CONTENT_TYPES, fileName } from './file.ts';
import type { OpenedFile } from './open-file.ts';
import type { Period } from './period.ts';
import { writeReport } from './write.ts';

/** With more, making a report takes too long for a request. */
const MOST_KEYWORDS = 1_000;

export interface PreviewInput {
  input: ReportInput;
  period: Partial<Period>;
  fontFile: string | undefined;
}

/** The file of a report, made now. Nothing is stored, published or sent. */
export async function previewReport(
  db: Db,
  workspace: Workspace,
  { input, period, fontFile }: PreviewInput,
): Promise<Omit<OpenedFile, 'version'>> {
  const { workspaceId, now } = workspace;
  const days = recentPeriod(input.schedule, { given: period, today: dayOf(now) });
  const report = { ...input, ...days, workspaceId, reportId: 'preview', tries: 0, failedTries: 0 };
  if ((await reportKeywords(db, workspaceId, report)).length > MOST_KEYWORDS) {
    throw new ApiError(422, `A preview has at most ${MOST_KEYWORDS} keywords: choose some`);
  }
  const [file] = writeReport(db, { workspace, report, keep: async () => {}, fontFile });
  if (!file) throw new Error('A report has no file');
  const pieces: Buffer[] = [];
  for await (const piece of file.pieces) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  return {
    type: CONTENT_TYPES[file.format],
    filename: fileName({ ...report, name: `${input.name} preview` }),
    size: bytes.length,
    bytes: once(bytes),
  };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
