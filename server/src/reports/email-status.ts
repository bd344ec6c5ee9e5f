import type { ReportSettings } from '@visibility/sdk';
import { dedupeKeyOf } from '../mail/outbox.ts';
import type { Db } from '../store/db.ts';
import { type MailStatus, mailStatuses } from '../store/mail/list.ts';
import type { ReportWithSettings } from '../store/reports/reports.ts';
import { readyFact } from './notify.ts';

type EmailStatus = ReportSettings['email_status'];

/** Adds the email status to each report. */
export async function withEmailStatus(
  db: Db,
  reports: ReportWithSettings[],
  { sendsMail }: { sendsMail: boolean },
): Promise<(ReportWithSettings & { emailStatus: EmailStatus })[]> {
  const statuses = await mailStatuses(db, reports.flatMap(keysOf));
  return reports.map((report) => {
    const found = keysOf(report).flatMap((key) => statuses.get(key) ?? []);
    return { ...report, emailStatus: sum(report, { found, sendsMail }) };
  });
}

function keysOf({ reportId, recipients }: ReportWithSettings): string[] {
  return recipients.map((recipient) => dedupeKeyOf(readyFact(reportId), recipient));
}

/** Sent emails are deleted after 30 days. After that, the status is unknown. */
function sum(
  { recipients, status }: ReportWithSettings,
  { found, sendsMail }: { found: MailStatus[]; sendsMail: boolean },
): EmailStatus {
  const isAhead = recipients.length > 0 && status !== 'ready';
  if (found.includes('failed')) return 'failed';
  if (found.includes('waiting')) return sendsMail ? 'queued' : 'not_configured';
  if (found.includes('sent')) return 'sent';
  return isAhead && !sendsMail ? 'not_configured' : null;
}
