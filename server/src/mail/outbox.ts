import type { Transaction } from '../store/db.ts';
import { insertMail } from '../store/mail/outbox.ts';
import { isMailAddress } from './address.ts';
import type { Letter } from './letters.ts';
import { oneLine, storable } from './text.ts';

/** Queues a letter in the transaction of what it tells. The same fact queued again changes nothing. */
export async function queueLetter(tx: Transaction, accountId: string, letter: Letter): Promise<void> {
  const { fact, subject, body, html, link, attachment } = letter;
  // What no letter can reach is left out: one bad address must not undo what the letter tells.
  const recipients = letter.recipients ? [...new Set(letter.recipients.filter(isMailAddress))] : [undefined];
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

/** Names the email about a fact to one address. */
export function dedupeKeyOf(fact: string, recipient: string): string {
  return `${fact} to ${recipient}`;
}
