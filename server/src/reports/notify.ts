import type { NewEvent } from '../events/derive.ts';
import { queueEmail } from '../mail/outbox.ts';
import type { Transaction } from '../store/db.ts';
import type { DueReport } from '../store/reports/queue.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { CONTENT_TYPES, fileName, MOST_ATTACHED_BYTES } from './file.ts';
import { periodText } from './wording.ts';

export function readyFact(reportId: string): string {
  return `report.ready ${reportId}`;
}

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
    fact: readyFact(report.reportId),
    evidence: { sha256 },
  };
}

/** Queues the email to the people who are to have the report, in the transaction that makes it ready. */
export async function queueReportEmail(
  tx: Transaction,
  { accountId }: Workspace,
  { report, url, size }: { report: DueReport; url: string; size: number },
): Promise<void> {
  const { reportId, name, recipients, format } = report;
  if (recipients.length === 0) return;
  const isAttached = size <= MOST_ATTACHED_BYTES;
  const attachment = { reportId, filename: fileName(report), contentType: CONTENT_TYPES[format] };
  await queueEmail(tx, accountId, {
    fact: readyFact(reportId),
    recipients,
    subject: `Report: ${name}`,
    body: [
      `Here is the report “${name}” for ${periodText(report.periodStart, report.periodEnd)}.`,
      isAttached
        ? `It is attached. With an API key it can also be downloaded from ${url}`
        : `It is too large to attach. With an API key it can be downloaded from ${url}`,
    ].join('\n\n'),
    ...(isAttached ? { attachment } : {}),
  });
}
