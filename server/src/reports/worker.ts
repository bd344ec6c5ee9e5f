import { createHash } from 'node:crypto';
import { makeId } from '../base/id.ts';
import type { Log } from '../base/log.ts';
import { dayOf } from '../base/time.ts';
import { publish } from '../events/publish.ts';
import { isStillAsked } from '../measure/judge.ts';
import type { Db, Transaction } from '../store/db.ts';
import { dropReportParts, saveReportPart } from '../store/reports/files.ts';
import {
  beginReport,
  type DueReport,
  failReport,
  finishReport,
  keepReport,
  lockDueReport,
  postponeReport,
  putBackReport,
  retryReport,
  type StoredFile,
} from '../store/reports/queue.ts';
import { insertReport } from '../store/reports/reports.ts';
import { findWorkspace, loadWorkspace, type Workspace } from '../store/workspaces/workspaces.ts';
import { queueReportEmail, reportReady } from './notify.ts';
import { endOf, periodAfter } from './period.ts';
import { sendAt } from './send-time.ts';
import { type WrittenFile, writeReport } from './write.ts';

export interface ReportDeps {
  db: Db;
  /** The database for reads of many answers. */
  reads: Db;
  /** The public URL of this server. */
  baseUrl: string;
  log: Log;
  /** A font file with characters that the built-in PDF fonts lack. */
  reportFont?: string | undefined;
}

// Renewed between batches, which take less time. The report of a crashed process is free again after this.
const LEASE_SECONDS = 120;
const MOST_FAILURES = 3;
// A restart costs only one attempt. A report that crashes the process must not do so forever.
const MOST_ATTEMPTS = 10;
const RETRY_SECONDS = 60;
// How often to check whether the last day's prompts are answered.
const WAIT_SECONDS = 10;
const PART_BYTES = 1024 * 1024;

/** Creates the report that has been due longest. Returns 0 if none is due. */
export async function makeDueReport(deps: ReportDeps): Promise<number> {
  const taken = await deps.db.transaction((tx) => takeReport(tx));
  if (taken === 'nothing') return 0;
  if (taken === 'later') return 1;
  const { report } = taken;
  try {
    await makeReport(deps, taken);
  } catch (error) {
    await dropReportParts(deps.db, report);
    if (error instanceof NoLongerWanted) return 1;
    if (isFileMissing(error)) {
      deps.log.error({ err: error, report_id: report.reportId }, FILE_MISSING);
      await putBackReport(deps.db, report, RETRY_SECONDS);
      return 1;
    }
    deps.log.error({ err: error, report_id: report.reportId, tries: report.tries }, 'report failed');
    const failures = report.failedTries + 1;
    if (failures < MOST_FAILURES) await retryReport(deps.db, report, RETRY_SECONDS * failures);
    else await failReport(deps.db, report, GIVEN_UP);
  }
  return 1;
}

const FILE_MISSING =
  'A file that a report needs is missing. If the server was updated while running, restart it. The report is then created.';

/** A module that an update has moved, or a font file. */
function isFileMissing(error: unknown): boolean {
  return /^(ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|ENOENT)$/.test((error as { code?: string }).code ?? '');
}

const GIVEN_UP = `Failed after ${MOST_FAILURES} attempts. See the server log for the reason.`;

interface Taken {
  workspace: Workspace;
  report: DueReport;
}

/** Claims a due report with a lease. On the first attempt, also schedules the next report. */
async function takeReport(tx: Transaction): Promise<Taken | 'later' | 'nothing'> {
  const due = await lockDueReport(tx);
  if (!due) return 'nothing';
  const { reportId, workspaceId, tries } = due;
  if (tries >= MOST_ATTEMPTS) {
    await failReport(tx, due, `Started ${MOST_ATTEMPTS} times but never finished. See the server log for the reason.`);
    return 'later';
  }
  const workspace = await loadWorkspace(tx, workspaceId);
  if (tries === 0 && due.schedule !== 'once') {
    if (await isStillAsked(tx, workspace, dayOf(endOf(due)))) {
      await postponeReport(tx, reportId, WAIT_SECONDS);
      return 'later';
    }
    await scheduleNext(tx, workspace, due);
  }
  await beginReport(tx, { reportId, leaseSeconds: LEASE_SECONDS });
  return { workspace, report: { ...due, tries: tries + 1 } };
}

async function scheduleNext(tx: Transaction, workspace: Workspace, report: DueReport): Promise<void> {
  const { schedule } = report;
  if (schedule === 'once') return;
  const period = periodAfter(schedule, report);
  const reportId = makeId('rpt', workspace.now.getTime());
  const dueAt = sendAt(schedule, period, report);
  const next = { ...report, ...period, reportId, dueAt, createdAt: workspace.now };
  await insertReport(tx, workspace.workspaceId, next);
}

class NoLongerWanted extends Error {}

/** Writes the files in parts. Then marks the report as ready and publishes it, in one transaction. */
async function makeReport({ db, reads, baseUrl, reportFont }: ReportDeps, { workspace, report }: Taken): Promise<void> {
  const keep = async () => {
    if (!(await keepReport(db, report, LEASE_SECONDS))) throw new NoLongerWanted();
  };
  const files: StoredFile[] = [];
  for (const written of writeReport(reads, { workspace, report, keep, fontFile: reportFont })) {
    files.push(await storeFile(db, report, written));
    await keep();
  }
  const [file, ...others] = files;
  if (!file) throw new Error('A report has no file');
  await db.transaction(async (tx) => {
    if (!(await finishReport(tx, report, { file, others }))) throw new NoLongerWanted();
    const now = (await findWorkspace(tx, workspace.workspaceId)) ?? workspace;
    const url = `${baseUrl}/api/v1/reports/${report.reportId}/file`;
    await publish(tx, now, [reportReady(report, { url, sha256: file.sha256 })]);
    await queueReportEmail(tx, now, { report, url, size: file.size });
  });
}

async function storeFile(db: Db, report: DueReport, { format, pieces }: WrittenFile): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  let part = 0;
  for await (const bytes of inParts(pieces)) {
    hash.update(bytes);
    size += bytes.length;
    await saveReportPart(db, report, { format, part: part++, bytes });
  }
  return { format, size, sha256: hash.digest('hex') };
}

/** Joins small pieces and splits large ones, so that all parts except the last have the same size. */
async function* inParts(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= PART_BYTES) {
      yield rest.subarray(0, PART_BYTES);
      rest = rest.subarray(PART_BYTES);
    }
  }
  if (rest.length > 0) yield rest;
}
