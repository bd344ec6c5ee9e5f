import type { Transaction } from '../store/db.ts';
import { insertMail } from '../store/mail/outbox.ts';
import { isMailAddress } from './address.ts';
import type { Email } from './emails.ts';
import { oneLine, storable } from './text.ts';

/** Queues an email in the transaction of the change it reports. Queueing the same fact again changes nothing. */
export async function queueEmail(tx: Transaction, accountId: string, email: Email): Promise<void> {
  const { fact, subject, body, html, link, attachment } = email;
  // Invalid addresses are left out: one bad address must not roll back the change.
  const recipients = email.recipients ? [...new Set(email.recipients.filter(isMailAddress))] : [undefined];
  await insertMail(
    tx,
    recipients.map((recipient) => ({
      dedupeKey: recipient === undefined ? fact : dedupeKeyOf(fact, recipient),
      accountId,
      recipient,
      subject: oneLine(subject),
      body: storable(body),
      html: html && storable(html),
      link,
      attachment,
    })),
  );
}

/** Identifies the email about a fact to one address. */
export function dedupeKeyOf(fact: string, recipient: string): string {
  return `${fact} to ${recipient}`;
}
