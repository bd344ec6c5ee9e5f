import type { NewEvent } from '../events/derive.ts';
import { queueLetter } from '../mail/outbox.ts';
import type { Transaction } from '../store/db.ts';
import type { DueReport } from '../store/report-queue.ts';
import type { Workspace } from '../store/workspaces.ts';
import { periodText } from './words.ts';

/** `report.ready`, once per report. */
export function reportReady(report: DueReport, { url, sha256 }: { url: string; sha256: string }): NewEvent {
  return {
    type: 'report.ready',
    data: {
      report_id: report.reportId,
      report_name: report.name,
      period_start: report.periodStart,
      period_end: report.periodEnd,
      format: report.format,
      report_url: url,
    },
    fact: `report.ready ${report.reportId}`,
    evidence: { sha256 },
  };
}

/** Queues the letter to the people who are to have the report, in the transaction that makes it ready. */
export async function queueReportLetter(
  tx: Transaction,
  { accountId }: Workspace,
  { report, url }: { report: DueReport; url: string },
): Promise<void> {
  if (report.recipients.length === 0) return;
  await queueLetter(tx, accountId, {
    fact: `report.ready ${report.reportId}`,
    subject: `Report: ${report.name}`,
    body: [
      `The report “${report.name}” for ${periodText(report.periodStart, report.periodEnd)} is ready.`,
      `Download it with an API key from ${url}`,
    ].join('\n\n'),
  });
}
