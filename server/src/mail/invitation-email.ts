import type { Email } from './emails.ts';

interface Invited {
  invitationId: string;
  email: string;
  accountName: string;
  /** Who invites. */
  by: string;
  /** The page of the dashboard where the invitation is accepted. */
  link: string;
  days: number;
}

/** The link is the email's own and not in its text, which members of the account may read in the list of emails. */
export function invitationEmail({ invitationId, email, accountName, by, link, days }: Invited): Email {
  return {
    fact: `member.invited ${invitationId}`,
    subject: `${by} invites you to Visibility`,
    body: [
      `${by} invites you to the account “${accountName}” on Visibility, which shows how AI assistants speak of a brand.`,
      `The link works once, for ${days} days. You choose your password there. If you do not expect this, ignore it.`,
    ].join('\n\n'),
    link,
    recipients: [email],
  };
}
