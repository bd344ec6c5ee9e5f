import { countMailed } from '../../store/mail/mailed.ts';
import type { Finder } from './entry.ts';
import { pageUrl } from './links.ts';

/** Reports or alerts are to be sent by email, and there is no mail server. Only for those who may know of it. */
export const findMissingMail: Finder = async ({ db, workspace, sendsMail, isOwner }) => {
  if (sendsMail || !isOwner) return [];
  const { reports, alerts, since } = await countMailed(db, workspace.workspaceId);
  if (!since) return [];
  return [
    {
      kind: 'mail_not_configured',
      subject: 'mail',
      version: since.toISOString(),
      since,
      text: `No mail server is configured. Emails of ${reports} scheduled reports and ${alerts} alert rules are not sent`,
      nextStep: { text: 'Set SMTP_URL on the server', url: pageUrl(workspace, reports > 0 ? '/reports' : '/alerts') },
    },
  ];
};
