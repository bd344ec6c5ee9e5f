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

/** The `report.ready` event, once per report. */
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

/** Queues the email to the recipients, in the transaction that marks the report as ready. */
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
      `The report “${name}” for ${periodText(report.periodStart, report.periodEnd)} is ready.`,
      isAttached
        ? `It is attached. You can also download it with an API key: ${url}`
        : `It is too large to attach. Download it with an API key: ${url}`,
    ].join('\n\n'),
    ...(isAttached ? { attachment } : {}),
  });
}
