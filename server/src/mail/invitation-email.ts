import type { Email } from './emails.ts';

interface Invited {
  invitationId: string;
  email: string;
  accountName: string;
  /** The person who invites. */
  by: string;
  /** The dashboard page where the invitation is accepted. */
  link: string;
  days: number;
}

/** The link is not part of the text, because members of the account can read the text in the list of emails. */
export function invitationEmail({ invitationId, email, accountName, by, link, days }: Invited): Email {
  return {
    fact: `member.invited ${invitationId}`,
    subject: `${by} invited you to Visibility`,
    body: [
      `${by} invited you to the account “${accountName}” on Visibility, which tracks how AI assistants mention a brand.`,
      `The link works once, for ${days} days. It lets you choose your password. If you did not expect this email, ignore it.`,
    ].join('\n\n'),
    link,
    recipients: [email],
  };
}
